import './userFolder';

import { createRequire } from 'node:module';
import type { INodeType } from 'n8n-workflow';

import { PollHost } from '../engine';
import { ChangingPosts } from '../unit/support/changingPosts';

/** Outside of Jest, an import without the extension would find the .json file of the same name. */
const { SocialPublishingPollTrigger } = createRequire(__filename)(
	'../../nodes/SocialPublishing/SocialPublishingPollTrigger.node.ts',
) as { SocialPublishingPollTrigger: new () => INodeType };

const DAY_MS = 24 * 60 * 60 * 1_000;
const DESTINATIONS = 2;
const WATCHED_DAYS = 30;

/** How old the posts of a workspace are. */
const WORKSPACES = {
	'all watched': { tellsTimes: true, watchedShare: 1 },
	'one in ten watched': { tellsTimes: true, watchedShare: 0.1 },
	'without dates': { tellsTimes: false, watchedShare: 1 },
};

interface Row {
	'requests at activation': number;
	'requests of a quiet poll': number;
	'state, bytes': number;
	'poll, ms': number;
}

/** Measures what the poll trigger reads and remembers: `npm run bench poll`. */
async function main(): Promise<void> {
	const rows: Record<string, Row> = {};
	for (const count of [100, 1_000, 10_000]) {
		for (const [name, { tellsTimes, watchedShare }] of Object.entries(WORKSPACES)) {
			const service = new ChangingPosts(
				{
					...{ tellsStatus: true, tellsTimes, showsOpen: true },
					...{ numericIds: false, shuffles: false, pageSize: 100 },
				},
				Math.random,
			);
			for (let index = 0; index < count; index++) {
				const age = ((count - index) / count) * (WATCHED_DAYS / watchedShare) * DAY_MS;
				const post = service.add(DESTINATIONS, Date.now() - age);
				for (let each = 0; each < DESTINATIONS; each++) service.move(post, each, 'published');
			}
			await service.open();
			const host = new PollHost({
				nodeType: new SocialPublishingPollTrigger(),
				workflowId: `${name} ${count}`,
				parameters: { workspaceId: 'w', events: ['post.published', 'delivery.failed'] },
				credentials: {
					socialPublishingApi: { baseUrl: service.baseUrl, apiToken: `token-${count}` },
				},
			});
			await host.activate();
			const atActivation = service.requestCount;
			const startMs = performance.now();
			await host.poll();
			const pollMs = performance.now() - startMs;
			const ofPoll = service.requestCount - atActivation;
			rows[`${count} posts, ${name}`] = {
				'requests at activation': atActivation,
				'requests of a quiet poll': ofPoll,
				'state, bytes': JSON.stringify(host.record.staticData).length,
				'poll, ms': Math.round(pollMs),
			};
			await service.close();
		}
	}
	console.table(rows);
}

void main();
