import type { RestClient } from './rest';

export type Row = Record<string, string | null>;

/** One of n8n's data tables in the personal project. */
export class DataTable {
	private constructor(
		private readonly rest: RestClient,
		readonly id: string,
		private readonly path: string,
	) {}

	static async create(rest: RestClient, name: string, columns: string[]): Promise<DataTable> {
		const project = await rest.request<{ id: string }>('GET', '/projects/personal');
		const path = `/projects/${project.id}/data-tables`;
		const { id } = await rest.request<{ id: string }>('POST', path, {
			name,
			columns: columns.map((column) => ({ name: column, type: 'string' })),
		});
		return new DataTable(rest, id, `${path}/${id}`);
	}

	async insert(rows: Row[]): Promise<void> {
		const body = { returnType: 'count', data: rows };
		await this.rest.request('POST', `${this.path}/insert`, body);
	}

	/** Sets fields of the rows in which a column has a value. */
	async update(column: string, value: string, data: Row): Promise<void> {
		const filter = {
			type: 'and',
			filters: [{ columnName: column, condition: 'eq', value }],
		};
		await this.rest.request('PATCH', `${this.path}/rows`, { filter, data });
	}

	async rows(): Promise<Row[]> {
		return (await this.rest.request<{ data: Row[] }>('GET', `${this.path}/rows`)).data;
	}
}
