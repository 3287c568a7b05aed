import { ServiceClock } from '..';

describe('the clock', () => {
	let clock: ServiceClock;
	beforeEach(() => {
		clock = new ServiceClock();
	});
	afterEach(() => clock.stop());

	test('runs due tasks in order of time and shows each task its own time', async () => {
		clock.setSpeed(0);
		const start = clock.now();
		const seen: Array<[string, number]> = [];
		const at = (name: string, ms: number) =>
			clock.schedule(start + ms, () => void seen.push([name, clock.now() - start]));
		at('late', 3_600_000);
		at('early', 60_000);
		await clock.advance(3_000_000);
		expect(seen).toEqual([['early', 60_000]]);
		await clock.advance(3_000_000);
		expect(seen).toEqual([
			['early', 60_000],
			['late', 3_600_000],
		]);
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
		const dueMs = clock.now() + 20_000;
		await new Promise<void>((resolve) => clock.schedule(dueMs, resolve));
		expect(clock.now()).toBeGreaterThanOrEqual(dueMs);
	});

	test('stands still at speed 0, apart from what it is moved', async () => {
		clock.setSpeed(0);
		const start = clock.now();
		const task = jest.fn();
		clock.schedule(start + 1, task);
		await new Promise((resolve) => setTimeout(resolve, 10));
		expect([clock.now() - start, task.mock.calls.length]).toEqual([0, 0]);
		// Tasks that are due run nevertheless.
		await new Promise<void>((resolve) => clock.schedule(start, resolve));
		await clock.advance(1);
		expect([clock.now() - start, task.mock.calls.length]).toEqual([1, 1]);
	});

	test('does not run cancelled tasks', async () => {
		const task = jest.fn();
		clock.schedule(clock.now() + 1_000, task).cancel();
		await clock.advance(2_000);
		expect(task).not.toHaveBeenCalled();
	});
});
