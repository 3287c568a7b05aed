import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(__dirname, '../../..');
const FIXTURE = 'test/suites/fixture';
/** With this one, `counts` runs first, and `needsFirstCount` second. */
const SEED = 84;

type Fails = (files: string[]) => Promise<boolean>;
interface Leak {
	victim: string;
	earlier: string[];
	fails: Fails;
}
const { findLeak } = jest.requireActual<{ findLeak: (leak: Leak) => Promise<string | undefined> }>(
	'../findLeak',
);

/** What Jest prints about the test files that leak. */
async function runFixture(): Promise<string> {
	const args = ['--config', `${FIXTURE}/jest.config.js`, `--seed=${SEED}`];
	const env: NodeJS.ProcessEnv = { ...process.env, SUITE_FILES: undefined };
	return await new Promise((resolve) => {
		const jestFile = path.join(ROOT, 'node_modules/jest/bin/jest.js');
		execFile(process.execPath, [jestFile, ...args], { cwd: ROOT, env }, (_error, _stdout, stderr) =>
			resolve(stderr),
		);
	});
}

describe('a run of test files that leak', () => {
	let output: string;

	beforeAll(async () => {
		output = await runFixture();
	});

	it.each([
		['a mock', 'leavesMock', `${FIXTURE}/counter.ts: clock.now`],
		['a clock', 'stopsClock', 'the global Date'],
		['an environment variable', 'setsVariable', 'the environment variable LEFT_BY_A_TEST'],
	])('names the file that leaves %s changed', (_what, file, change) => {
		const lines = output.split('\n').filter((line) => line.includes(' leaves changed: '));
		expect(lines.filter((line) => line.includes(change))).toEqual([
			expect.stringContaining(`${FIXTURE}/${file}.test.ts`),
		]);
	});

	it('names the file that leaves something in a module, and the file that fails because of it', () => {
		expect(output).toContain(
			`${FIXTURE}/counts.test.ts leaks into ${FIXTURE}/needsFirstCount.test.ts`,
		);
	});

	it('removes spies, so that they are no leak', () => {
		expect(output).not.toMatch(/spies\.test\.ts leaves/);
	});

	it('prints the order of the files, and the seed that repeats it', () => {
		const order = [...output.matchAll(/^ {2}.*\/(\w+)\.test\.ts \(\d/gm)].map(([, name]) => name);
		expect(order).toHaveLength(6);
		expect(order.slice(0, 2)).toEqual(['counts', 'needsFirstCount']);
		expect(output).toMatch(new RegExp(`^Seed: +${SEED}$`, 'm'));
	});
});

describe('the search for a leak', () => {
	const earlier = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
	const find = async (fails: Fails) => await findLeak({ victim: 'v', earlier, fails });

	it.each(earlier)('finds the file %s', async (leaking) => {
		const sentence = await find(async (files) => await Promise.resolve(files.includes(leaking)));
		expect(sentence).toMatch(new RegExp(`^${leaking} leaks into v`));
	});

	it('states that it takes several files', async () => {
		const sentence = await find(
			async (files) => await Promise.resolve(files.includes('a') && files.includes('g')),
		);
		expect(sentence).toBe('v fails only after several of these: a, b, c, d, e, f, g');
	});

	it('states that a file does not fail again', async () => {
		expect(await find(async () => await Promise.resolve(false))).toMatch(/^v failed once, but not/);
	});

	it('finds none if the file fails alone', async () => {
		expect(await find(async () => await Promise.resolve(true))).toBeUndefined();
	});
});

it('npm test runs each test file once', async () => {
	const { default: config } = await import(path.join(ROOT, 'test/suites/jest.config.js'));
	const files = (config.testMatch as string[])
		.map((file) => file.replace('<rootDir>/', ''))
		.flatMap((file) => {
			if (file.endsWith('.ts')) return [file];
			return [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(/"(.*)"/g)].map(
				([, name = '']) => name,
			);
		});
	const testFiles = ['unit', 'property', 'engine', 'service', 'suites/tests'].flatMap((folder) =>
		readdirSync(path.join(ROOT, 'test', folder), { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.test.ts'))
			.map((file) => path.join('test', folder, file)),
	);
	expect(files.sort()).toEqual(testFiles.sort());
});
