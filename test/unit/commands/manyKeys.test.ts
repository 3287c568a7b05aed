import { Ledger } from '../../../nodes/SocialPublishing/commands/ledger';
import { NAMES_KEPT, type KeyState } from '../../../nodes/SocialPublishing/commands/ledgerStore';
import { VirtualTime } from '../transport/virtualTime';
import { CountingStore } from './countingStore';

/** The outcome of a key. `open`: its response was lost; `created`: its post could not be published. */
type Outcome = 'done' | 'refused' | 'open' | 'created' | 'drafted';

let store: CountingStore;
let time: VirtualTime;
let runs: number;

beforeEach(() => {
	store = new CountingStore();
	time = new VirtualTime();
	time.install();
	runs = 0;
});
afterEach(() => jest.restoreAllMocks());

const keysOf = (name: string, count: number): string[] =>
	Array.from({ length: count }, (_, index) => `${name} ${index}`);

/** Posts those keys that are not done, until the process is killed. Returns those that it has finished. */
async function post(keys: string[], outcome: Outcome = 'done'): Promise<string[]> {
	const finished: string[] = [];
	await time.until(postAll(keys, outcome, finished).catch(onlyIfDead));
	store.revive();
	return finished;
}

async function postAll(keys: string[], outcome: Outcome, finished: string[]): Promise<void> {
	const ledger = new Ledger(store, `run ${++runs}`);
	const states = await ledger.read(keys);
	for (const key of keys.filter((each) => states.get(each) !== 'done')) {
		await ledger.begin(key, [`item:${key}`, `sent:${key}`, 'since:1']);
		if (outcome === 'refused') ledger.erase(key);
		if (outcome === 'refused' || outcome === 'open') continue;
		const state = outcome === 'drafted' ? outcome : 'created';
		await ledger.advance(key, state, { details: [`post:${key}`], outdated: ['since:1'] });
		if (outcome !== 'done') continue;
		await ledger.finish(key, key);
		if (!store.isDead) finished.push(key);
	}
	await ledger.settle();
}

function onlyIfDead(error: unknown): void {
	if (!store.isDead) throw error;
}

async function keyCount(keys: string[]): Promise<Record<string, number>> {
	const counts: Record<string, number> = {};
	const states = await time.until(new Ledger(store, `run ${++runs}`).read(keys));
	for (const state of states.values()) counts[state] = (counts[state] ?? 0) + 1;
	return counts;
}

describe('the ledger', () => {
	it('keeps 5,000 keys that were done, and 5,000 that a run adds', async () => {
		const [old, added] = [keysOf('old', 5_000), keysOf('added', 5_000)];
		await post(old);
		await post([...old, ...added]);
		expect(await keyCount([...old, ...added])).toEqual({ done: 10_000 });
		// The keys that are done, and the entries that 200 keys add before they are settled.
		expect(store.costs.mostNames).toBeLessThan(62_000);
		expect(store.size).toBe(60_000);
	});

	it('keeps the 10,000 keys of the last two runs, even after an earlier run', async () => {
		const [old, one, two] = ['old', 'one', 'two'].map((name) => keysOf(name, 5_000));
		for (const keys of [old, one, two]) await post(keys ?? []);
		expect(await keyCount([one, two].flatMap((keys) => keys ?? []))).toEqual({ done: 10_000 });
	});

	it.each([
		['while it looked up its keys', 150],
		['soon afterwards', 600],
		['in the middle', 6_000],
		['near its end', 11_400],
	])(
		'keeps 5,000 keys that were done, and those that a run finished before it was killed %s',
		async (_, calls) => {
			const [old, added] = [keysOf('old', 5_000), keysOf('added', 5_000)];
			await post(old);
			store.killAfter(calls);
			const finished = await post([...old, ...added]);
			expect(finished.length).toBeLessThan(5_000);
			expect(await keyCount([...old, ...finished])).toEqual({ done: 5_000 + finished.length });
			await post([...old, ...added]);
			expect(await keyCount([...old, ...added])).toEqual({ done: 10_000 });
		},
	);

	it.each<[Outcome, KeyState]>([
		['open', 'begun'],
		['refused', 'new'],
		['created', 'created'],
		['drafted', 'drafted'],
	])(
		'keeps 5,000 keys that were done, and reads 5,000 whose outcome is %s as %s',
		async (outcome, state) => {
			const [old, added] = [keysOf('old', 5_000), keysOf('added', 5_000)];
			await post(old);
			await post(added, outcome);
			expect(await keyCount(old)).toEqual({ done: 5_000 });
			expect(await keyCount(added)).toEqual({ [state]: 5_000 });
		},
	);

	it('keeps the 10,000 drafts of two runs, with their posts', async () => {
		const [one, two] = [keysOf('one', 5_000), keysOf('two', 5_000)];
		await post(one, 'drafted');
		await post(two, 'drafted');
		expect(await keyCount([...one, ...two])).toEqual({ drafted: 10_000 });
		const ledger = new Ledger(store, 'later run');
		const posts = one.slice(0, 100).map((key) => ledger.readDetails(key, [`post:${key}`]));
		const recorded = await time.until(Promise.all(posts));
		expect(recorded.filter(({ size }) => size === 0)).toHaveLength(0);
	});
});

describe('the calls to the store', () => {
	it('are short, even in the largest run with a full store', async () => {
		await post(keysOf('done', 10_000));
		await post(keysOf('created', 10_500), 'created');
		expect(store.size).toBeGreaterThan(NAMES_KEPT - 2_000);
		await post(keysOf('added', 2_000));
		const { mostAdded, mostRemoved } = store.costs;
		// With a full store, each takes n8n less than 0.2 s: see the benchmark `store`.
		expect(mostAdded).toBeLessThanOrEqual(3_000);
		expect(mostRemoved).toBeLessThanOrEqual(60);
	});

	it('are about three for each new item, with a few for all items', async () => {
		await post(keysOf('new', 1_000));
		expect(store.costs.calls).toBe(3_663);
	});

	it('are few for items that are done', async () => {
		const keys = keysOf('done', 1_000);
		await post(keys);
		const before = store.costs.calls;
		await post(keys);
		expect(store.costs.calls - before).toBe(51);
	});
});

it('a key that is begun again while the rest is settled stays begun', async () => {
	const ledger = new Ledger(store, 'run');
	await ledger.begin('key', ['content']);
	ledger.erase('key');
	const settling = ledger.settle();
	await ledger.begin('key', ['content']);
	await time.until(settling);
	expect(await keyCount(['key'])).toEqual({ begun: 1 });
	expect([...(await ledger.readDetails('key', ['content']))]).toEqual(['content']);
});
