import { DataDeduplicationService } from 'n8n-core';
import type {
	DeduplicationItemTypes,
	DeduplicationScope,
	ICheckProcessedContextData,
	ICheckProcessedOptions,
	IDataDeduplicator,
	IDeduplicationOutput,
} from 'n8n-workflow';

/**
 * n8n's store of processed items (n8n 2.39.10, deduplication/deduplication-helper.js): a record for each node of each
 * workflow. Every call reads the record, changes its copy and writes it back, without a lock.
 */
export class ProcessedItems implements IDataDeduplicator {
	readonly records = new Map<string, DeduplicationItemTypes[]>();

	/** The number of calls so far. */
	calls = 0;

	/** Awaited in every call after the record has been read, and before it is written. */
	beforeWrite: () => Promise<void> = async () => undefined;

	/** The current store of this process. */
	static current = new ProcessedItems();

	async checkProcessedAndRecord(
		items: DeduplicationItemTypes[],
		scope: DeduplicationScope,
		context: ICheckProcessedContextData,
		{ maxEntries }: ICheckProcessedOptions,
	): Promise<IDeduplicationOutput> {
		const output: IDeduplicationOutput = { new: [], processed: [] };
		await this.change(scope, context, true, (entries) => {
			const known = new Set(entries);
			for (const item of items) output[known.has(item) ? 'processed' : 'new'].push(item);
			const all = [...entries, ...output.new];
			return maxEntries === undefined ? all : all.slice(-maxEntries);
		});
		return output;
	}

	async removeProcessed(
		items: DeduplicationItemTypes[],
		scope: DeduplicationScope,
		context: ICheckProcessedContextData,
	): Promise<void> {
		await this.change(scope, context, false, (entries) => {
			const left = [...entries];
			for (const item of items) {
				const index = left.indexOf(item);
				if (index >= 0) left.splice(index, 1);
			}
			return left;
		});
	}

	async clearAllProcessedItems(
		scope: DeduplicationScope,
		context: ICheckProcessedContextData,
	): Promise<void> {
		this.records.delete(nameOf(scope, context));
	}

	async getProcessedDataCount(
		scope: DeduplicationScope,
		context: ICheckProcessedContextData,
	): Promise<number> {
		return this.records.get(nameOf(scope, context))?.length ?? 0;
	}

	private async change(
		scope: DeduplicationScope,
		context: ICheckProcessedContextData,
		mayInsert: boolean,
		change: (entries: DeduplicationItemTypes[]) => DeduplicationItemTypes[],
	): Promise<void> {
		this.calls++;
		const name = nameOf(scope, context);
		const read = this.records.get(name);
		await this.beforeWrite();
		if (read === undefined && !mayInsert) return;
		if (read === undefined && this.records.has(name)) {
			throw new Error('UNIQUE constraint failed: processed_data.context, workflowId');
		}
		this.records.set(name, change(read ?? []));
	}
}

function nameOf(scope: DeduplicationScope, { node, workflow }: ICheckProcessedContextData): string {
	if (!workflow.id) throw new Error('The workflow has no ID');
	return `${workflow.id}/${scope === 'node' ? `n:${node?.id}` : ''}`;
}

// n8n keeps one store for the whole process.
void DataDeduplicationService.init({
	checkProcessedAndRecord: async (items, scope, context, options) =>
		await ProcessedItems.current.checkProcessedAndRecord(items, scope, context, options),
	removeProcessed: async (items, scope, context) =>
		await ProcessedItems.current.removeProcessed(items, scope, context),
	clearAllProcessedItems: async (scope, context) =>
		await ProcessedItems.current.clearAllProcessedItems(scope, context),
	getProcessedDataCount: async (scope, context) =>
		await ProcessedItems.current.getProcessedDataCount(scope, context),
});
