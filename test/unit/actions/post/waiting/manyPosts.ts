import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { NodeRun } from '../../../../engine';
import type { ServiceOptions } from '../../../../service';
import { NodeHarness } from '../../../support/nodeHarness';

export const MINUTE_MS = 60_000;
/** The account whose deliveries succeed. */
export const GOOD = 'Cakes on Pagebook';

/** A node that publishes many posts in one run, in n8n's engine. */
export class ManyPosts extends NodeHarness {
	/** The posts are published after a time. */
	settleAfter(delayMs: number, account = GOOD): void {
		this.service.setOutcome(account, { status: 'published', delayMs });
	}

	/** One item for each account, with the texts "Post 1", "Post 2" and so on. */
	items(accounts: string[]): INodeExecutionData[] {
		return accounts.map((account, index) => ({
			json: {
				text: `Post ${index + 1}`,
				account: this.service.accountId(account),
				guid: `key ${index + 1}`,
			},
		}));
	}

	/** Creates and publishes a post for each account, and waits for all of them. */
	async publish(
		accounts: string[],
		more: INodeParameters = {},
		options: Parameters<NodeHarness['run']>[3] = {},
	): Promise<NodeRun> {
		const parameters = {
			text: '={{ $json.text }}',
			accountIds: '={{ [$json.account] }}',
			afterCreate: 'publish',
			...more,
		};
		return await this.run('post', 'create', parameters, {
			input: this.items(accounts),
			...options,
		});
	}

	/** A run, with the milliseconds that it takes on the service's clock. */
	async timed(work: () => Promise<NodeRun>): Promise<NodeRun & { tookMs: number }> {
		const startMs = this.service.clock.now();
		const run = await work();
		return { ...run, tookMs: this.service.clock.now() - startMs };
	}

	/** Every request that reads outcomes. */
	get reads(): string[] {
		const names = this.service.journal.entries.map(({ operation }) => operation ?? '');
		return names.filter((name) => name === 'get_post' || name === 'list_posts');
	}

	get commands(): string[] {
		const names = this.service.journal.entries.map(({ operation }) => operation ?? '');
		return names.filter((name) => /^(create|publish)_post$|^retry_delivery$/.test(name));
	}

	/** The time of the last outcome, on the service's clock. */
	get lastOutcomeMs(): number {
		const attempts = [...this.service.state.posts.values()].flatMap(({ history }) => history);
		return Math.max(...attempts.map(({ finishedAtMs }) => finishedAtMs ?? 0));
	}

	/** How often each text has been published. */
	get publications(): Record<string, number> {
		const posts = [...this.service.state.posts.values()];
		const counts = posts.map(({ text, destinations }) => [
			text,
			destinations.flatMap(({ publications }) => publications).length,
		]);
		expect(posts).toHaveLength(new Set(counts.map(([text]) => text)).size);
		return Object.fromEntries(counts);
	}
}

/** The rate limit of the service. */
export const SIXTY_A_MINUTE: ServiceOptions = {
	limits: { credentialPerMinute: 60, userPerMinute: 180 },
};

export function useManyPosts(options?: ServiceOptions): ManyPosts {
	const harness = new ManyPosts();
	beforeEach(async () => await harness.open(options));
	afterEach(async () => await harness.close());
	return harness;
}

/** `count` times the same. */
export const times = <T>(count: number, value: T): T[] =>
	Array.from({ length: count }, () => value);

export const numbered = (count: number): string[] =>
	Array.from({ length: count }, (_, index) => `Post ${index + 1}`);

export const texts = (items: INodeExecutionData[] = []) => items.map(({ json }) => json.text);
