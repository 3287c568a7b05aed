import { randomUUID } from 'node:crypto';
import axios from 'axios';
import type { INodeParameters } from 'n8n-workflow';

import { readExample } from './examples';
import type { Execution } from './execution';
import { housePictures, startSampleFeed, type FeedItem, type SampleFeed } from './sampleFeed';
import type { OwnTestbed } from './testbed';
import { webhookStep } from './workflows';

const HOUR_MS = 60 * 60 * 1_000;

/** The example that posts each item of a feed once. The feed shows all of its items as new in each run. */
export class OnceFeed {
	/** Items that come before the others. */
	first: FeedItem[] = [];

	private constructor(
		private readonly testbed: OwnTestbed,
		private readonly workflow: { id: string; webhookPath: string },
		private readonly feed: SampleFeed,
		private readonly picture: Buffer,
	) {}

	static async create(testbed: OwnTestbed, fields: INodeParameters = {}): Promise<OnceFeed> {
		const { n8n, service, workspaceId } = testbed;
		const webhookPath = randomUUID();
		const feed = await startSampleFeed([]);
		const accountIds = [service.accountId('Bread on Shortpost')];
		const workflow = readExample('rss-to-post.json', {
			'Read Feed': { url: feed.url },
			'Create Post': { workspaceId, accountIds, ...fields },
		});
		for (const node of workflow.nodes) {
			// The test decides when it runs.
			if (node.name === 'Every Hour') {
				Object.assign(node, webhookStep(webhookPath), { name: node.name });
			}
			// Failed items end the run with an error.
			delete node.onError;
		}
		const workflowId = await n8n.importWorkflow(workflow, { active: true });
		const { webp } = await housePictures();
		return new OnceFeed(testbed, { id: workflowId, webhookPath }, feed, webp);
	}

	/** Runs the workflow; n8n may be killed before it responds. Every third item comes without a picture. */
	async run(feedTitles: string[]): Promise<void> {
		const items = feedTitles.map((title, index) => ({
			title,
			...(index % 3 !== 0 && { picture: this.picture }),
		}));
		this.feed.items.splice(0, Infinity, ...this.first, ...items);
		const url = `${this.testbed.webhookBaseUrl}webhook/${this.workflow.webhookPath}`;
		await axios.post(url, {}, { validateStatus: () => true }).catch(() => undefined);
	}

	/** How many pictures n8n has downloaded. */
	get downloads(): number {
		return this.feed.downloads;
	}

	/** What the error of the latest execution says. */
	async failure(): Promise<string> {
		const { error } = (await this.latest()).data.resultData;
		return `${error?.message}. ${error?.description}`;
	}

	async latest(): Promise<Execution> {
		return await this.testbed.n8n.rest.newestExecution(this.workflow.id);
	}

	/** The texts of all posts, and how often each went out. */
	get published(): Record<string, number[]> {
		const counts: Record<string, number[]> = {};
		for (const post of this.testbed.service.state.posts.values()) {
			const count = post.destinations.flatMap(({ publications }) => publications).length;
			(counts[post.text?.split('\n')[0] ?? ''] ??= []).push(count);
		}
		return counts;
	}

	close(): void {
		this.feed.close();
	}

	async later(hours: number): Promise<void> {
		await this.testbed.service.clock.advance(hours * HOUR_MS);
	}
}
