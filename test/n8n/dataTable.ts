import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { RestClient } from './rest';

export type Row = Record<string, string | null>;

/** A CSV file as n8n has read it, and the types that it suggests for the columns. */
interface UploadedCsv {
	id: string;
	columns: Array<{ name: string; type: string }>;
}

/** One of n8n's data tables in the personal project. */
export class DataTable {
	private constructor(
		private readonly rest: RestClient,
		readonly id: string,
		private readonly tablePath: string,
	) {}

	static async create(rest: RestClient, name: string, columns: string[]): Promise<DataTable> {
		const typed = columns.map((column) => ({ name: column, type: 'string' }));
		return await DataTable.createFrom(rest, { name, columns: typed });
	}

	/** Chooses "Import CSV" and keeps the types that n8n suggests for the columns. */
	static async importCsv(rest: RestClient, name: string, file: string): Promise<DataTable> {
		const form = new FormData();
		const contents = new File([readFileSync(file)], path.basename(file), { type: 'text/csv' });
		form.append('file', contents);
		form.append('hasHeaders', 'true');
		const uploaded = await rest.request<UploadedCsv>('POST', '/data-tables/uploads', form);
		const columns = uploaded.columns.map((column) => ({ name: column.name, type: column.type }));
		return await DataTable.createFrom(rest, {
			name,
			columns,
			fileId: uploaded.id,
			hasHeaders: true,
		});
	}

	private static async createFrom(rest: RestClient, body: object): Promise<DataTable> {
		const project = await rest.request<{ id: string }>('GET', '/projects/personal');
		const tables = `/projects/${project.id}/data-tables`;
		const { id } = await rest.request<{ id: string }>('POST', tables, body);
		return new DataTable(rest, id, `${tables}/${id}`);
	}

	/** The type of each column, by name. */
	async columns(): Promise<Record<string, string>> {
		const columns = await this.rest.request<Array<{ name: string; type: string }>>(
			'GET',
			`${this.tablePath}/columns`,
		);
		return Object.fromEntries(columns.map(({ name, type }) => [name, type]));
	}

	async insert(rows: Row[]): Promise<void> {
		const body = { returnType: 'count', data: rows };
		await this.rest.request('POST', `${this.tablePath}/insert`, body);
	}

	/** Sets fields of the rows in which a column has a value. */
	async update(column: string, value: string, data: Row): Promise<void> {
		const filter = {
			type: 'and',
			filters: [{ columnName: column, condition: 'eq', value }],
		};
		await this.rest.request('PATCH', `${this.tablePath}/rows`, { filter, data });
	}

	async rows(): Promise<Row[]> {
		return (await this.rest.request<{ data: Row[] }>('GET', `${this.tablePath}/rows`)).data;
	}
}
