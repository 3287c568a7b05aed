/*
 * n8n's queue mode: three processes share a token, and learn of each other only through the service's headers. Counts the
 * requests that the service refuses at its limit of 60 a minute. Takes about a quarter of an hour.
 *
 * npm run build && npm run bench processes
 */
import { ServiceRuns } from './serviceRuns';

import { describeSpread } from './interleave';
import { forkScript, nextMessage } from './forkScript';
import type { ProcessesTask } from './processesClient';

const PROCESSES = 3;
const LIMIT = 60;
/** Each has a token of its own; all run side by side. */
const ROUNDS = 3;

const situations = {
	'commands, started together': {
		operations: ['post:duplicate'],
		itemsOfEach: 80,
		apartMs: 0,
	},
	'commands and reads, started together': {
		operations: ['post:duplicate', 'post:get'],
		itemsOfEach: 40,
		apartMs: 0,
	},
	'commands and reads, started 5 seconds apart': {
		operations: ['post:duplicate', 'post:get'],
		itemsOfEach: 40,
		apartMs: 5_000,
	},
};

type Situation = (typeof situations)[keyof typeof situations];

async function measure(name: string, situation: Situation): Promise<void> {
	const { operations, itemsOfEach, apartMs } = situation;
	const runs = await ServiceRuns.openWithLimit(LIMIT);
	const { service } = runs;
	const postId = await runs.createPost();
	const { baseUrl, workspaceId } = runs.target;
	const targets = Array.from({ length: ROUNDS }, () => ({
		baseUrl,
		workspaceId,
		token: service.createToken(),
		postId,
	}));
	const workers = await Promise.all(
		Array.from({ length: PROCESSES }, async (_, index) => {
			const task: ProcessesTask = {
				targets,
				operations,
				itemsOfEach,
				startAfterMs: index * apartMs,
			};
			const worker = forkScript('processesClient.ts', JSON.stringify(task));
			await nextMessage(worker);
			return worker;
		}),
	);
	const finished = Promise.all(workers.map(nextMessage));
	for (const worker of workers) worker.send('start');
	await finished;

	const results = targets.map(({ token }) => {
		const credentialId = service.state.credentialOf(token)?.id;
		const entries = service.journal.find({ ...(credentialId !== undefined && { credentialId }) });
		const times = entries.map(({ time }) => Date.parse(time));
		const minimum = Math.ceil((PROCESSES * operations.length * itemsOfEach) / LIMIT) - 1;
		return {
			sent: entries.length,
			refused: entries.filter(({ status }) => status === 429).length,
			minutes: (Math.max(...times) - Math.min(...times)) / 60_000,
			minimum,
		};
	});
	const percent = results.map(({ sent, refused }) => (100 * refused) / sent);
	console.log(
		`${name}\n` +
			`  refused: ${results.map(({ sent, refused }) => `${refused} of ${sent}`).join(', ')}: ${describeSpread(percent)} %\n` +
			`  minutes: ${describeSpread(results.map(({ minutes }) => minutes))}, minimum ${results[0]?.minimum}`,
	);
	await service.close();
}

async function main(): Promise<void> {
	for (const [name, situation] of Object.entries(situations)) await measure(name, situation);
}

void main();
