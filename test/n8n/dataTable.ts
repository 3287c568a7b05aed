import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { RestClient } from './rest';
import { TIMEOUT_MS, waitUntil } from './waitUntil';

export type Row = Record<string, string | null>;

const LOST_TRANSACTION = 'Transaction is not started yet';

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
		private readonly path: string,
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
			`${this.path}/columns`,
		);
		return Object.fromEntries(columns.map(({ name, type }) => [name, type]));
	}

	async insert(rows: Row[]): Promise<void> {
		const isDone = async () => await this.has(rows);
		await this.write('POST', 'insert', { returnType: 'count', data: rows }, isDone);
	}

	/** Sets fields of the rows in which a column has a value. */
	async update(column: string, value: string, data: Row): Promise<void> {
		const filter = {
			type: 'and',
			filters: [{ columnName: column, condition: 'eq', value }],
		};
		const isDone = async () => await this.has([{ [column]: value, ...data }]);
		await this.write('PATCH', 'rows', { filter, data }, isDone);
	}

	private async has(rows: Row[]): Promise<boolean> {
		const existing = await this.rows();
		return rows.every((row) =>
			existing.some((each) => Object.entries(row).every(([name, value]) => each[name] === value)),
		);
	}

	/**
	 * n8n 1 does everything through one connection to SQLite, so one transaction can end or undo another, even where n8n
	 * answers that a change has been made.
	 */
	private async write(
		method: string,
		path: string,
		body: object,
		isDone: () => Promise<boolean>,
	): Promise<void> {
		const isWritten = async () => {
			await this.rest.request(method, `${this.path}/${path}`, body).catch((error: unknown) => {
				if (!String(error).includes(LOST_TRANSACTION)) throw error;
			});
			return await isDone();
		};
		await waitUntil(isWritten, TIMEOUT_MS, 'the data table');
	}

	async rows(): Promise<Row[]> {
		return (await this.rest.request<{ data: Row[] }>('GET', `${this.path}/rows`)).data;
	}
}
