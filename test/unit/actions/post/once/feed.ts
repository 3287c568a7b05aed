import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { ProcessedItems, type NodeRun } from '../../../../engine';
import type { ServiceOptions } from '../../../../service';
import { NodeHarness } from '../../../support/nodeHarness';
import { OtherProcess } from '../../../support/otherProcess';

type RunOptions = Parameters<NodeHarness['run']>[3];

/** A node that posts the items of a feed once, in n8n's engine. */
export class FeedHarness extends NodeHarness {
	/** n8n's store of processed items. */
	get marks(): ProcessedItems {
		return ProcessedItems.current;
	}

	parameters(more: INodeParameters = {}): INodeParameters {
		return {
			text: '={{ $json.title }}',
			accountIds: [this.service.accountId('Bread on Shortpost')],
			idempotency: 'once',
			afterCreate: 'publish',
			waitForOutcome: false,
			...more,
		};
	}

	/** Runs the node over items of a feed. */
	async post(
		items: Array<IDataObject | INodeExecutionData>,
		more: INodeParameters = {},
		options: RunOptions = {},
	): Promise<NodeRun> {
		const input = items.map((item): INodeExecutionData => (isItem(item) ? item : { json: item }));
		return await this.run('post', 'create', this.parameters(more), { input, ...options });
	}

	/** The service refuses the n-th post that is created from now on. */
	refuse(nth: number): void {
		const action = { kind: 'status', when: 'before', status: 422, message: 'Odd text' } as const;
		this.service.faults.add({ operation: 'create_post', nth, action });
	}

	/** Another process of n8n, on the service's clock. */
	async startProcess(): Promise<OtherProcess> {
		const process = await OtherProcess.start();
		this.useServiceClock(process.clock);
		return process;
	}

	/** Runs the node in another process, which is killed at the first step at which a condition holds. */
	async killWhen(
		isTime: () => boolean,
		items: Array<IDataObject | INodeExecutionData>,
		more: INodeParameters = {},
	): Promise<void> {
		const process = await this.startProcess();
		const { nodeType, killed } = process.killedWhen(isTime);
		await Promise.race([this.post(items, more, { nodeType }), killed]);
		await killed;
	}

	/** How often each text has been published, and how many posts have it. */
	get published(): Record<string, { posts: number; publications: number }> {
		const counts: Record<string, { posts: number; publications: number }> = {};
		for (const { text, destinations } of this.service.state.posts.values()) {
			const count = (counts[text] ??= { posts: 0, publications: 0 });
			count.posts++;
			count.publications += destinations.flatMap(({ publications }) => publications).length;
		}
		return counts;
	}
}

function isItem(item: IDataObject | INodeExecutionData): item is INodeExecutionData {
	return typeof item.json === 'object';
}

export function useFeedHarness(options?: ServiceOptions): FeedHarness {
	const harness = new FeedHarness();
	beforeEach(async () => await harness.open(options));
	afterEach(async () => await harness.close());
	return harness;
}

export const feed = (...titles: string[]): IDataObject[] =>
	titles.map((title) => ({ guid: `https://example.com/${title}`, title }));

/** That each of the texts was published by one post, once. */
export const eachOnce = (...titles: string[]) =>
	Object.fromEntries(titles.map((title) => [title, { posts: 1, publications: 1 }]));

/** The texts of posts, and of feed items that were posted before. */
export const texts = (items: INodeExecutionData[] = []) =>
	items.map(({ json }) => json.text ?? json.title);

export const textsByOutput = ({ outputs }: NodeRun) => outputs.map(texts);
