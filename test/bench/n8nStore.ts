import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { compileFunction } from 'node:vm';

import type { IDataDeduplicator } from 'n8n-workflow';

const HELPER = path.join(
	__dirname,
	'../n8n/hosts/n8n-2/node_modules/n8n/dist/deduplication/deduplication-helper.js',
);

/** n8n's database, with the row of one node: each call reads it as JSON, and writes it as JSON. */
class Row {
	json: string | undefined;

	async findOne(): Promise<unknown> {
		if (this.json === undefined) return null;
		return { workflowId: 'w', context: 'n:node', value: JSON.parse(this.json) as unknown };
	}

	async insert({ value }: { value: unknown }): Promise<void> {
		this.json = JSON.stringify(value);
	}

	async update(_: unknown, { value }: { value: unknown }): Promise<void> {
		this.json = JSON.stringify(value);
	}
}

/** n8n's own store of processed items, over a row in memory: what it costs without its database. */
export function openN8nStore(): { row: Row; store: IDataDeduplicator } {
	if (!existsSync(HELPER)) throw new Error('Run npm run test:n8n first, which installs n8n.');
	const row = new Row();
	const replaced: Record<string, unknown> = {
		'@n8n/db': {},
		'@n8n/di': { Container: { get: () => row } },
		'n8n-workflow': {},
		'../errors/deduplication.error': { DeduplicationError: Error },
	};
	const requireOfHelper = createRequire(HELPER);
	const load = (name: string): unknown => replaced[name] ?? requireOfHelper(name);
	const helper: { DeduplicationHelper?: new () => IDataDeduplicator } = {};
	const source = readFileSync(HELPER, 'utf8');
	const run = compileFunction(source, ['exports', 'require']) as (...values: unknown[]) => void;
	run(helper, load);
	const { DeduplicationHelper } = helper;
	if (DeduplicationHelper === undefined) throw new Error(`${HELPER} exports no store`);
	return { row, store: new DeduplicationHelper() };
}
