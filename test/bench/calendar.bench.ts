/*
 * Shows the calendar of a workspace with 5,000 posts over a year, against a server that answers at once.
 *
 * npm run build && npm run bench calendar
 */
import { runBuilt } from './serviceRuns';

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { ScriptedServer } from '../unit/support/scriptedServer';

const POSTS = 5_000;
const ACCOUNTS = 9;
const PAGE_SIZE = 100;
const ROUNDS = 5;
const YEAR_MS = 365 * 24 * 60 * 60 * 1_000;
const TEXT =
	'Fresh from the oven: our new sourdough, baked overnight with rye from the valley. '.repeat(3);

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

function usedMegabytes(): number {
	collectGarbage();
	return process.memoryUsage().heapUsed / 1024 ** 2;
}

/** Of this process, which includes the server. */
function cpuMsSince(start: NodeJS.CpuUsage): number {
	const { system, user } = process.cpuUsage(start);
	return Math.round((system + user) / 1_000);
}

const accounts = Array.from({ length: ACCOUNTS }, (_, index) => ({
	...{ id: `account_${index}`, name: `Account ${index}`, platform: 'pagebook' },
}));

/** Half of the posts are out. */
function postAt(index: number) {
	const timeMs = Date.now() + (index / POSTS - 0.5) * YEAR_MS;
	const status = index < POSTS / 2 ? 'published' : 'scheduled';
	const time = new Date(timeMs).toISOString();
	const url = status === 'published' ? `https://pagebook.example.com/p/${index}` : null;
	const destinations = accounts.slice(index % 7, (index % 7) + 3).map(({ id }) => ({
		...{ id: `destination_${index}_${id}`, account_id: id, status, url },
	}));
	return {
		id: `post_${index}`,
		text: `${index} ${TEXT}`,
		status,
		scheduled_at: time,
		destinations,
	};
}

async function main(): Promise<void> {
	const server = await ScriptedServer.open(({ path, query }) => {
		const first = Number(query.get('cursor') ?? 0);
		const next = first + PAGE_SIZE;
		const items = path.endsWith('/accounts')
			? accounts
			: Array.from({ length: PAGE_SIZE }, (_, index) => postAt(first + index));
		const next_cursor = path.endsWith('/accounts') || next >= POSTS ? null : String(next);
		return {
			headers: { 'RateLimit-Limit': '10000', 'RateLimit-Remaining': '9999' },
			body: { data: { items, next_cursor }, request_id: 'r' },
		};
	});
	const year = {
		period: 'custom',
		startDate: new Date(Date.now() - YEAR_MS / 2).toISOString(),
		endDate: new Date(Date.now() + YEAR_MS / 2).toISOString(),
	};
	const rows: Record<string, object> = {};
	for (let round = 1; round <= ROUNDS; round++) {
		const target = {
			baseUrl: `${server.origin}/api/v1`,
			token: `token-${round}`,
			workspaceId: 'w',
		};
		const before = usedMegabytes();
		const measure = async (name: string, parameters: object) => {
			const requests = server.requests.length;
			const start = process.cpuUsage();
			const { items } = await runBuilt(target, 'post:getCalendar', { ...parameters }, [
				{ json: {} },
			]);
			const { html, ics } = items[0]?.json ?? {};
			rows[`${name}, round ${round}`] = {
				'CPU time, ms': cpuMsSince(start),
				requests: server.requests.length - requests,
				kB: Math.round(String(html ?? ics ?? JSON.stringify(items)).length / 1_000),
			};
		};
		await measure('this month', { return: 'perDay' });
		const kept = Math.round(usedMegabytes() - before);
		await measure('a page of this month', { return: 'page' });
		await measure('a year', { ...year, return: 'perDay' });
		await measure('a page of a year', { ...year, return: 'page' });
		await measure('a feed of a year', { ...year, return: 'feed' });
		console.log(`memory that the reading keeps: ${kept} MB`);
	}
	console.table(rows);
	await server.close();
}

void main();
