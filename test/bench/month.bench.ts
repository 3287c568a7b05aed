/*
 * Publishes many posts and waits for their outcomes, at the service's limit of 60 requests a minute and on a simulated clock:
 * together in one run, one run after the other, and the minimum for a client that knows the limit and the outcomes.
 * Takes a minute.
 *
 * npm run bench month
 */
import './userFolder';

import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { INodeType } from 'n8n-workflow';

import { clock } from '../../nodes/SocialPublishing/shared/clock';
import { ProcessedItems, runNode } from '../engine';
import { ServiceClock, startService, type RunningService } from '../service';

/** Outside of Jest, an import without the extension would find the .json file of the same name. */
const { SocialPublishing } = createRequire(__filename)(
	'../../nodes/SocialPublishing/SocialPublishing.node.ts',
) as { SocialPublishing: new () => INodeType };

const LIMIT = 60;
const WINDOW_SECONDS = 60;
const ACCOUNT = 'Cakes on Pagebook';
const CASES = [
	{ posts: 10, outcomeSeconds: 30 },
	{ posts: 40, outcomeSeconds: 20 },
	{ posts: 40, outcomeSeconds: 60 },
	{ posts: 1_000, outcomeSeconds: 1_200 },
];
/** Runs one after the other of more posts would only take longer. */
const MAX_RUNS = 40;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

interface Month {
	service: RunningService;
	/** The memory in use at each pause of the node, in MB, with the number of reads until then. */
	heap: Array<{ reads: number; megabytes: number }>;
}

async function openMonth(outcomeSeconds: number, timesHeap: boolean): Promise<Month> {
	ProcessedItems.current = new ProcessedItems();
	const service = await startService({
		clock: new ServiceClock({ speed: 0 }),
		limits: { credentialPerMinute: LIMIT, userPerMinute: 3 * LIMIT },
	});
	service.setOutcome(ACCOUNT, { status: 'published', delayMs: outcomeSeconds * 1_000 });
	const month: Month = { service, heap: [] };
	clock.now = () => service.clock.now();
	clock.timeout = async () => await new Promise(() => undefined);
	clock.wait = async (durationMs) => {
		if (timesHeap) {
			collectGarbage();
			const megabytes = process.memoryUsage().heapUsed / 1024 ** 2;
			month.heap.push({ reads: countReads(service), megabytes });
		}
		await service.clock.advance(durationMs);
	};
	return month;
}

function countReads({ journal }: RunningService): number {
	return journal.count({ operation: 'list_posts' }) + journal.count({ operation: 'get_post' });
}

async function publish({ service }: Month, texts: string[]): Promise<void> {
	const { baseUrl, token } = service;
	const { error, items } = await runNode({
		nodeType: new SocialPublishing(),
		mode: 'trigger',
		credentials: { socialPublishingApi: { baseUrl, apiToken: token } },
		parameters: {
			resource: 'post',
			operation: 'create',
			workspaceId: { __rl: true, mode: 'id', value: service.workspaceId('Bakery') },
			text: '={{ $json.text }}',
			accountIds: [service.accountId(ACCOUNT)],
			afterCreate: 'publish',
			options: { timeout: 3_600 },
		},
		input: texts.map((text) => ({ json: { text } })),
	});
	if (error !== undefined) throw new Error(error.message);
	if (items.length !== texts.length) throw new Error('There are too few items');
}

async function measure(month: Month, work: () => Promise<void>) {
	const { service } = month;
	const startMs = service.clock.now();
	await work();
	const minutes = (service.clock.now() - startMs) / 60_000;
	const row = {
		minutes: Number(minutes.toFixed(2)),
		requests: service.journal.entries.length,
		'of them reads': countReads(service),
		refused: service.journal.count({ status: 429 }),
	};
	await service.close();
	return row;
}

/** Every request as soon as the limit allows it, then one read of all, as soon as the last outcome is there. */
function minimum(posts: number, outcomeSeconds: number) {
	const requests = 1 + 3 * posts;
	const windows = Math.floor((requests - 1) / LIMIT);
	const minutes = (windows * WINDOW_SECONDS + outcomeSeconds) / 60;
	const reads = Math.ceil(posts / 100);
	return {
		minutes: Number(minutes.toFixed(2)),
		requests: requests + reads,
		'of them reads': reads,
	};
}

async function main(): Promise<void> {
	for (const { posts, outcomeSeconds } of CASES) {
		const texts = Array.from({ length: posts }, (_, index) => `Post ${index + 1}`);
		const month = await openMonth(outcomeSeconds, posts > MAX_RUNS);
		const rows: Record<string, object> = {
			together: await measure(month, async () => await publish(month, texts)),
		};
		if (posts <= MAX_RUNS) {
			const single = await openMonth(outcomeSeconds, false);
			rows['one after the other'] = await measure(single, async () => {
				for (const text of texts) await publish(single, [text]);
			});
		}
		rows.minimum = minimum(posts, outcomeSeconds);
		console.log(`\n${posts} posts, outcomes after ${outcomeSeconds} s`);
		console.table(rows);
		const waiting = month.heap.filter(({ reads }) => reads > 0).map(({ megabytes }) => megabytes);
		if (waiting.length === 0) continue;
		const [first = 0, last = 0] = [waiting[0], waiting.at(-1)].map((each) => Math.round(each ?? 0));
		console.log(`memory in use while it waits, service included: from ${first} to ${last} MB`);
	}
}

void main();
