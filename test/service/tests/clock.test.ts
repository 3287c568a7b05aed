import { ServiceClock } from '..';

describe('the clock', () => {
	let clock: ServiceClock;
	beforeEach(() => {
		clock = new ServiceClock();
	});
	afterEach(() => clock.stop());

	test('runs due tasks in order of time and shows each task its own time', async () => {
		const start = clock.now();
		const seen: Array<[string, number]> = [];
		const at = (name: string, ms: number) =>
			clock.schedule(start + ms, () => void seen.push([name, Math.round(clock.now() - start)]));
		at('late', 3_600_000);
		at('early', 60_000);
		await clock.advance(3_000_000);
		expect(seen.map(([name]) => name)).toEqual(['early']);
		await clock.advance(3_000_000);
		expect(seen.map(([name]) => name)).toEqual(['early', 'late']);
		expect(seen[0]?.[1]).toBeGreaterThanOrEqual(60_000);
		expect(seen[0]?.[1]).toBeLessThan(61_000);
	});

	test('waits for asynchronous tasks and runs the tasks that they schedule', async () => {
		const seen: string[] = [];
		clock.schedule(clock.now() + 1_000, async () => {
			await new Promise((resolve) => setTimeout(resolve, 10));
			seen.push('first');
			clock.schedule(clock.now() + 1_000, () => void seen.push('second'));
		});
		await clock.advance(5_000);
		expect(seen).toEqual(['first', 'second']);
	});

	test('runs by itself, faster if configured', async () => {
		clock.setSpeed(1_000);
		const fired = new Promise<void>((resolve) => clock.schedule(clock.now() + 20_000, resolve));
		await fired;
		expect(clock.now() - Date.now()).toBeGreaterThan(15_000);
	});

	test('does not run cancelled tasks', async () => {
		const task = jest.fn();
		clock.schedule(clock.now() + 1_000, task).cancel();
		await clock.advance(2_000);
		expect(task).not.toHaveBeenCalled();
	});
});
