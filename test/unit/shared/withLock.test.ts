import { setImmediate } from 'node:timers/promises';

import { withLock } from '../../../nodes/SocialPublishing/shared/withLock';

/** Work that takes a while and logs its start and end. */
function work(events: string[], name: string) {
	return async () => {
		events.push(`${name} starts`);
		for (let pause = 0; pause < 3; pause++) await setImmediate();
		events.push(`${name} ends`);
		return name;
	};
}

it('withLock runs work of the same name one at a time, in the order of the calls', async () => {
	const events: string[] = [];
	const names = ['a', 'b', 'c'];
	const results = names.map(async (name) => await withLock('lock', work(events, name)));
	expect(await Promise.all(results)).toEqual(names);
	expect(events).toEqual(names.flatMap((name) => [`${name} starts`, `${name} ends`]));
});

it('withLock runs work of different names at the same time', async () => {
	const events: string[] = [];
	await Promise.all(['a', 'b'].map(async (name) => await withLock(name, work(events, name))));
	expect(events).toEqual(['a starts', 'b starts', 'a ends', 'b ends']);
});

it('withLock runs the next work after a failure', async () => {
	const failing = withLock('lock', async () => {
		await setImmediate();
		throw new Error('in the middle');
	});
	const next = withLock('lock', async () => await Promise.resolve('next'));
	await expect(failing).rejects.toThrow('in the middle');
	await expect(next).resolves.toBe('next');
});

it('withLock never begins the work of a caller that was cancelled, and keeps the others apart', async () => {
	const events: string[] = [];
	const stopped = new AbortController();
	const first = withLock('lock', work(events, 'a'), stopped.signal);
	const second = withLock('lock', work(events, 'b'), stopped.signal);
	const both = Promise.allSettled([first, second]);
	await setImmediate();
	stopped.abort();
	const third = withLock('lock', work(events, 'c'));
	expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
	await expect(third).resolves.toBe('c');
	expect(events).toEqual(['a starts', 'a ends', 'c starts', 'c ends']);
});
