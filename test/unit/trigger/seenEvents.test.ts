import { clock } from '../../../nodes/SocialPublishing/shared/clock';
import { SeenEvents } from '../../../nodes/SocialPublishing/trigger/seenEvents';

const START_MS = Date.UTC(2026, 0, 1);

beforeEach(() => jest.spyOn(clock, 'now').mockReturnValue(START_MS));
afterEach(() => jest.restoreAllMocks());

async function receive(seen: SeenEvents, id: string): Promise<boolean> {
	const acceptance = await seen.reserve(id);
	acceptance?.settle(true);
	return acceptance !== undefined;
}

/** As another process loads it. */
function stored(value: object): unknown {
	return JSON.parse(JSON.stringify(value));
}

it('SeenEvents reserves every event once', async () => {
	const seen = new SeenEvents();
	expect(await receive(seen, 'a')).toBe(true);
	expect(await receive(seen, 'b')).toBe(true);
	expect(await receive(seen, 'a')).toBe(false);
	expect([seen.has('a'), seen.has('c')]).toEqual([true, false]);
});

it('SeenEvents makes copies wait for the first event, and drops them once n8n has accepted it', async () => {
	const seen = new SeenEvents();
	const first = await seen.reserve('a');
	const copies = [seen.reserve('a'), seen.reserve('a')];
	first?.settle(true);
	expect(await Promise.all(copies)).toEqual([undefined, undefined]);
});

it('SeenEvents reserves the event for the next copy if n8n did not accept the first', async () => {
	const seen = new SeenEvents();
	const first = await seen.reserve('a');
	const copies = [seen.reserve('a'), seen.reserve('a')];
	first?.settle(false);
	const second = await copies[0];
	expect(second).toBeDefined();
	second?.settle(true);
	expect(await copies[1]).toBeUndefined();
});

it('SeenEvents makes copies wait for the current acceptance, even if an earlier acceptance is settled again', async () => {
	const seen = new SeenEvents();
	const first = await seen.reserve('a');
	first?.settle(false);
	const second = await seen.reserve('a');
	first?.settle(false);
	const third = seen.reserve('a');
	second?.settle(true);
	expect(await third).toBeUndefined();
});

it('SeenEvents stores an ID when n8n saves the static data, not earlier', async () => {
	const seen = new SeenEvents();
	const a = await seen.reserve('a');
	const b = await seen.reserve('b');
	if (a === undefined || b === undefined) throw new Error('Both are new');
	const afterA = new SeenEvents();
	afterA.merge(stored(a));
	expect([afterA.has('a'), afterA.has('b')]).toEqual([true, false]);
	const afterB = new SeenEvents();
	afterB.merge(stored(b));
	expect([afterB.has('a'), afterB.has('b')]).toEqual([true, true]);
});

it('SeenEvents keeps at least the newest 9,000 IDs in less than 90 KB', async () => {
	const seen = new SeenEvents();
	for (let count = 0; count < 30_000; count++) await receive(seen, `evt_${count}`);
	for (let count = 21_000; count < 30_000; count += 100)
		expect(seen.has(`evt_${count}`)).toBe(true);
	expect(seen.has('evt_19000')).toBe(false);
	expect(JSON.stringify(seen).length).toBeLessThan(90_000);
});

describe('the stored generations', () => {
	const DAY_MS = 24 * 60 * 60 * 1_000;
	const sizesOf = (seen: SeenEvents) => Object.values(seen.toJSON()).map((text) => text.length / 8);

	it('begin after three days', async () => {
		const seen = new SeenEvents();
		for (const days of [0, 2.999, 3, 5.999, 6]) {
			jest.spyOn(clock, 'now').mockReturnValue(START_MS + days * DAY_MS);
			await receive(seen, `${days} days`);
		}
		expect(seen.toJSON()).toEqual({
			[START_MS]: expect.any(String),
			[START_MS + 3 * DAY_MS]: expect.any(String),
			[START_MS + 6 * DAY_MS]: expect.any(String),
		});
		expect(sizesOf(seen)).toEqual([2, 2, 1]);
	});

	it('begin after 1,000 IDs, also within one millisecond or after the clock was set back', async () => {
		const seen = new SeenEvents();
		for (let count = 0; count < 3_001; count++) {
			if (count === 2_000) jest.spyOn(clock, 'now').mockReturnValue(START_MS - DAY_MS);
			await receive(seen, `evt_${count}`);
		}
		expect(sizesOf(seen)).toEqual([1_000, 1_000, 1_000, 1]);
	});

	it('are ten, in whatever order they are loaded', () => {
		const seen = new SeenEvents();
		const startsMs = [12, 1, 11, 2, 10, 3, 9, 4, 8, 5, 7, 6];
		for (const startMs of startsMs) seen.merge({ [startMs]: String(startMs).padStart(8, '0') });
		const kept = Object.keys(seen.toJSON()).map(Number);
		expect(kept.sort((a, b) => a - b)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
	});

	it('of another object in this process are merged', async () => {
		const [one, other] = [new SeenEvents(), new SeenEvents()];
		await receive(one, 'a');
		other.merge(one);
		expect(other.has('a')).toBe(true);
	});

	it('do not begin before 1970', async () => {
		const seen = new SeenEvents();
		seen.merge({ '-5': 'AAAAAAAA', 5: 'BBBBBBBB' });
		expect(seen.toJSON()).toEqual({ 5: 'BBBBBBBB' });
	});
});

it('SeenEvents does not restore IDs that it has dropped', async () => {
	const seen = new SeenEvents();
	for (let count = 0; count < 10_000; count++) await receive(seen, `evt_${count}`);
	const outdated = stored(seen);
	await receive(seen, 'one more');
	const dropped = seen.has('evt_0');
	seen.merge(outdated);
	expect([dropped, seen.has('evt_0'), seen.has('evt_9999')]).toEqual([false, false, true]);
});

it('SeenEvents keeps the IDs that two processes store in turn', async () => {
	const [one, other] = [new SeenEvents(), new SeenEvents()];
	for (let count = 0; count < 5_000; count++) {
		const [writer, reader] = count % 2 === 0 ? [one, other] : [other, one];
		await receive(writer, `evt_${count}`);
		if (count % 50 === 0) reader.merge(stored(writer));
	}
	other.merge(stored(one));
	one.merge(stored(other));
	for (const seen of [one, other]) {
		for (let count = 0; count < 5_000; count += 7) expect(seen.has(`evt_${count}`)).toBe(true);
	}
});

it.each([undefined, null, 7, 'text', [], ['x'], { x: 'y' }, { 1: 2 }, { 1: 'short' }, { 1: null }])(
	'SeenEvents ignores data in any other form: %j',
	async (other) => {
		const seen = new SeenEvents();
		seen.merge(other);
		expect(await receive(seen, 'a')).toBe(true);
		expect(await receive(seen, 'a')).toBe(false);
	},
);
