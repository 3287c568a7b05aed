import { SeenEvents } from '../../../nodes/SocialPublishing/trigger/seenEvents';

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

it('SeenEvents keeps the newest 5,000 IDs in at most 41 KB', async () => {
	const seen = new SeenEvents();
	for (let count = 0; count < 12_000; count++) await receive(seen, `evt_${count}`);
	for (let count = 7_000; count < 12_000; count += 100) expect(seen.has(`evt_${count}`)).toBe(true);
	expect(seen.has('evt_6999')).toBe(false);
	expect(JSON.stringify(seen).length).toBeLessThan(41_000);
});

it('SeenEvents does not restore IDs that it has dropped', async () => {
	const seen = new SeenEvents();
	for (let count = 0; count < 5_000; count++) await receive(seen, `evt_${count}`);
	const outdated = stored(seen);
	await receive(seen, 'one more');
	const dropped = seen.has('evt_0');
	seen.merge(outdated);
	expect([dropped, seen.has('evt_0'), seen.has('evt_4999')]).toEqual([false, false, true]);
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

it('SeenEvents keeps the newest IDs that two processes store in turn', async () => {
	const [one, other] = [new SeenEvents(), new SeenEvents()];
	for (let count = 0; count < 5_000; count++) await receive(one, `old_${count}`);
	other.merge(stored(one));
	const ids = Array.from({ length: 600 }, (_, count) => `evt_${count}`);
	for (const [count, id] of ids.entries()) {
		const [writer, reader] = count % 2 === 0 ? [one, other] : [other, one];
		await receive(writer, id);
		reader.merge(stored(writer));
	}
	for (const seen of [one, other]) expect(ids.filter((id) => !seen.has(id))).toEqual([]);
});

it.each([undefined, null, 7, 'text', [], ['x'], { x: 'y' }])(
	'SeenEvents ignores data in any other form: %j',
	async (other) => {
		const seen = new SeenEvents();
		seen.merge(other);
		expect(await receive(seen, 'a')).toBe(true);
		expect(await receive(seen, 'a')).toBe(false);
	},
);
