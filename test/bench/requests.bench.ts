/*
 * Counts the requests of each kind of task against the reference service, compares it with the fewest that its interface
 * allows, and states the purpose of each further request. Each task runs twice against a new service: the second run reuses
 * what the first has read.
 *
 * npm run build && npm run bench requests
 */
import { runBuilt, ServiceRuns } from './serviceRuns';

import { jpeg } from '../unit/support/files';
import { ScriptedServer } from '../unit/support/scriptedServer';
import { ITEMS, type Task } from './requestTask';
import { tasks } from './requestTasks';

/** The purposes of requests that another implementation could omit. */
const REASONS: Record<string, string> = {
	list_accounts:
		'an account may be given by name, and the output names accounts; a run at most reads them once, then they are kept for five minutes',
	get_post: 'statistics do not contain the text and the link of their post, which the output shows',
	validate_post: 'Check Before Posting: a post that cannot be published leaves no draft',
	list_posts:
		'the next free slot: a look after the first post of a run shows early whether another process takes slots, too',
	list_webhooks: 'distinguishes the new webhook from others if the response is lost',
};

/** Requests of one run, beyond the fewest: `name x count`. */
function beyondMinimum(
	counts: Record<string, number>,
	{ minimum }: Task,
	itemCount: number,
): string[] {
	const left = { ...counts };
	for (const name of minimum.item ?? []) left[name] = (left[name] ?? 0) - itemCount;
	for (const name of minimum.run ?? []) left[name] = (left[name] ?? 0) - 1;
	return Object.entries(left)
		.filter(([, count]) => count !== 0)
		.map(([name, count]) => `${name} x ${count}`);
}

const total = (counts: Record<string, number>) =>
	Object.values(counts).reduce((sum, count) => sum + count, 0);

async function main(): Promise<void> {
	const picture = await jpeg(320);
	const pictures = await ScriptedServer.open(() => ({ body: picture }));
	const rows: Record<string, Record<string, number | string>> = {};
	const needed = new Set<string>();
	for (const task of tasks) {
		const runs = await ServiceRuns.open();
		const token = runs.service.createToken();
		const lines: string[] = [];
		const totals: number[] = [];
		let itemCount = 0;
		for (const runNumber of [1, 2]) {
			const stage = { runs, token, pictureOrigin: pictures.origin, runNumber };
			const { parameters = {}, input = [{ json: {} }] } = (await task.arrange?.(stage)) ?? {};
			itemCount = input.length;
			runs.countRequests();
			await runBuilt({ ...runs.target, token }, task.name, parameters, input);
			const counts = runs.countRequests();
			const beyond = beyondMinimum(counts, task, itemCount);
			for (const each of beyond) needed.add(each.split(' ')[0] ?? '');
			totals.push(total(counts));
			lines.push(beyond.join(', ') || '0');
		}
		const minimum = (task.minimum.item?.length ?? 0) * itemCount + (task.minimum.run?.length ?? 0);
		rows[task.title] = {
			items: itemCount,
			minimum,
			'first run': totals[0] ?? NaN,
			'next run': totals[1] ?? NaN,
			'beyond the minimum, first run': lines[0] ?? '',
			'next run ': lines[1] ?? '',
		};
		await runs.service.close();
	}
	console.log(`Requests of a run with up to ${ITEMS} items`);
	console.table(rows);
	for (const name of needed) console.log(`  ${name}: ${REASONS[name] ?? 'NO REASON IS KNOWN'}`);
	await pictures.close();
}

void main();
