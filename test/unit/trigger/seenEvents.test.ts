import { clock } from '../../../nodes/SocialPublishing/shared/clock';
import { SeenEvents } from '../../../nodes/SocialPublishing/trigger/seenEvents';

const START_MS = Date.UTC(2026, 0, 1);

beforeEach(() => jest.spyOn(clock, 'now').mockReturnValue(START_MS));
afterEach(() => jest.restoreAllMocks());

async function handOver(seen: SeenEvents, id: string): Promise<boolean> {
	const claim = await seen.startHandover(id);
	claim?.end(true);
	return claim !== undefined;
}

/** As another process loads it. */
function stored(value: object): unknown {
	return JSON.parse(JSON.stringify(value));
}

it('lets every ID through once', async () => {
	const seen = new SeenEvents();
	expect(await handOver(seen, 'a')).toBe(true);
	expect(await handOver(seen, 'b')).toBe(true);
	expect(await handOver(seen, 'a')).toBe(false);
	expect([seen.has('a'), seen.has('c')]).toEqual([true, false]);
});

it('makes copies wait for the first one, and drops them when it was handed over', async () => {
	const seen = new SeenEvents();
	const first = await seen.startHandover('a');
	const copies = [seen.startHandover('a'), seen.startHandover('a')];
	first?.end(true);
	expect(await Promise.all(copies)).toEqual([undefined, undefined]);
});

it('lets the next duplicate through if the first event could not be handed over', async () => {
	const seen = new SeenEvents();
	const first = await seen.startHandover('a');
	const copies = [seen.startHandover('a'), seen.startHandover('a')];
	first?.end(false);
	const second = await copies[0];
	expect(second).toBeDefined();
	second?.end(true);
	expect(await copies[1]).toBeUndefined();
});

it('stores an ID with the call that hands it over: when n8n saves, not earlier', async () => {
	const seen = new SeenEvents();
	const a = await seen.startHandover('a');
	const b = await seen.startHandover('b');
	if (a === undefined || b === undefined) throw new Error('Both are new');
	const afterA = new SeenEvents();
	afterA.merge(stored(a));
	expect([afterA.has('a'), afterA.has('b')]).toEqual([true, false]);
	const afterB = new SeenEvents();
	afterB.merge(stored(b));
	expect([afterB.has('a'), afterB.has('b')]).toEqual([true, true]);
});

it('keeps at least the newest 9,000 IDs in less than 90 KB', async () => {
	const seen = new SeenEvents();
	for (let count = 0; count < 30_000; count++) await handOver(seen, `evt_${count}`);
	for (let count = 21_000; count < 30_000; count += 100)
		expect(seen.has(`evt_${count}`)).toBe(true);
	expect(seen.has('evt_19000')).toBe(false);
	expect(JSON.stringify(seen).length).toBeLessThan(90_000);
});

it('does not restore what it has dropped', async () => {
	const seen = new SeenEvents();
	for (let count = 0; count < 10_000; count++) await handOver(seen, `evt_${count}`);
	const outdated = stored(seen);
	await handOver(seen, 'one more');
	const dropped = seen.has('evt_0');
	seen.merge(outdated);
	expect([dropped, seen.has('evt_0'), seen.has('evt_9999')]).toEqual([false, false, true]);
});

it('keeps the IDs that two processes store in turn', async () => {
	const [one, other] = [new SeenEvents(), new SeenEvents()];
	for (let count = 0; count < 5_000; count++) {
		const [writer, reader] = count % 2 === 0 ? [one, other] : [other, one];
		await handOver(writer, `evt_${count}`);
		if (count % 50 === 0) reader.merge(stored(writer));
	}
	other.merge(stored(one));
	one.merge(stored(other));
	for (const seen of [one, other]) {
		for (let count = 0; count < 5_000; count += 7) expect(seen.has(`evt_${count}`)).toBe(true);
	}
});

it.each([undefined, null, 7, 'text', [], ['x'], { x: 'y' }, { 1: 2 }, { 1: 'short' }, { 1: null }])(
	'ignores data that it has not stored: %j',
	async (other) => {
		const seen = new SeenEvents();
		seen.merge(other);
		expect(await handOver(seen, 'a')).toBe(true);
		expect(await handOver(seen, 'a')).toBe(false);
	},
);
