/*
 * Sends 120 reads and 120 commands at the service's limit of 60 requests a minute, in two executions that run at once.
 * For comparison, a client with another token sends as many requests, each as soon as the service allows it, because it
 * knows when the service has counted each of them. Takes four minutes.
 *
 * npm run build && npm run bench limit
 */
import { byId, runBuilt, ServiceRuns, type Target } from './serviceRuns';

import { setTimeout as sleep } from 'node:timers/promises';

import { describeSpread } from './interleave';

const REQUESTS_OF_EACH_KIND = 120;
const LIMIT = 60;
const WINDOW_MS = 60_000;
/** Each has two tokens of its own. */
const ROUNDS = 5;
/** All rounds run side by side, but send at different times, so that none slows down another. */
const APART_MS = 5_000;

async function timed(work: () => Promise<unknown>): Promise<number> {
	const startMs = performance.now();
	await work();
	return performance.now() - startMs;
}

/** Sends requests one after the other, none before a minute has passed since the 60th before it. */
async function sendBaseline(
	{ baseUrl, token, workspaceId }: Target,
	postId: string,
): Promise<void> {
	const sentMs: number[] = [];
	for (let number = 0; number < 2 * REQUESTS_OF_EACH_KIND; number++) {
		const freedMs = (sentMs[number - LIMIT] ?? -Infinity) + WINDOW_MS;
		await sleep(Math.max(0, freedMs - performance.now()));
		const response = await fetch(`${baseUrl}/workspaces/${workspaceId}/posts/${postId}`, {
			headers: { Authorization: `Bearer ${token}` },
		});
		await response.arrayBuffer();
		// The service has counted the request by now, so this is never too early.
		sentMs.push(performance.now());
		if (!response.ok) throw new Error(`Unexpected status ${response.status}`);
	}
}

async function sendWithNode(target: Target, postId: string): Promise<void> {
	const input = Array.from({ length: REQUESTS_OF_EACH_KIND }, () => ({ json: {} }));
	const parameters = { postId: byId(postId), simplify: false };
	await Promise.all([
		runBuilt(target, 'post:get', parameters, input),
		runBuilt(target, 'post:duplicate', parameters, input),
	]);
}

async function main(): Promise<void> {
	const runs = await ServiceRuns.openWithLimit(LIMIT);
	const { service } = runs;
	const postId = await runs.createPost();
	const measured = await Promise.all(
		Array.from({ length: ROUNDS }, async (_, round) => {
			await sleep(2 * round * APART_MS);
			const [own, other] = [service.createToken(), service.createToken()];
			const sending = timed(async () => await sendWithNode({ ...runs.target, token: own }, postId));
			await sleep(APART_MS);
			const baselineMs = await timed(
				async () => await sendBaseline({ ...runs.target, token: other }, postId),
			);
			return { nodeMs: await sending, baselineMs };
		}),
	);
	const refused = service.journal.count({ status: 429 });
	const sent = service.journal.entries.length;
	const seconds = (times: number[]) => `${describeSpread(times.map((ms) => ms / 1_000))} s`;
	console.log(`  refused: ${refused} of ${sent} requests`);
	console.log(`  node: ${seconds(measured.map(({ nodeMs }) => nodeMs))}`);
	console.log(`  baseline: ${seconds(measured.map(({ baselineMs }) => baselineMs))}`);
	const ratios = measured.map(({ nodeMs, baselineMs }) => nodeMs / baselineMs);
	console.log(`  node against the baseline: ${describeSpread(ratios, 3)}`);
	await service.close();
}

void main();
