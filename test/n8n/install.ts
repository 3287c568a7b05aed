import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import path from 'node:path';

/** Major version of an n8n that the packed node is tested in. */
export type HostVersion = 1 | 2;

/** An installed n8n that is ready to start. */
export interface Host {
	version: HostVersion;
	/** Exact version of n8n, such as `2.41.1`. */
	n8nVersion: string;
	/** The Node.js that runs n8n: n8n 2 requires version 24, even if the project runs on another. */
	nodePath: string;
	/** n8n's command-line script. */
	scriptPath: string;
}

export type Report = (line: string) => void;

const REQUIRED_NODE_MAJOR = 24;
const PROGRESS_INTERVAL_MS = 15_000;

/**
 * Installs a pinned n8n from its lockfile, unless it is installed already.
 * The first installation takes about five minutes, most of it downloading.
 *
 * @throws with the end of npm's output if npm fails, or if no Node.js 24 is available
 */
export async function installHost(version: HostVersion, report: Report): Promise<Host> {
	const folder = path.join(__dirname, 'hosts', `n8n-${folderSuffix(version)}`);
	const lockfile = readFileSync(path.join(folder, 'package-lock.json'));
	const n8nVersion = pinnedVersion(path.join(folder, 'package.json'));
	const stampPath = path.join(folder, 'node_modules', '.installed-from');
	const stamp = createHash('sha256').update(lockfile).digest('hex');

	if (!existsSync(stampPath) || readFileSync(stampPath, 'utf8') !== stamp) {
		await runNpm(['ci'], folder, { task: `n8n ${n8nVersion}: installing`, report });
		await installDriver(folder, n8nVersion, report);
		writeFileSync(stampPath, stamp);
	}
	return {
		version,
		n8nVersion,
		nodePath: findNode(folder),
		scriptPath: path.join(folder, 'node_modules', 'n8n', 'bin', 'n8n'),
	};
}

/** Installs both versions at once: npm mostly waits for downloads. */
export async function installHosts(report: Report): Promise<void> {
	await Promise.all([installHost(2, report), installHost(1, report)]);
}

/** The folders of the database drivers that are built, by version: the versions of n8n may have the same one. */
const builtDrivers = new Map<string, Promise<string>>();

/** The only dependency whose install script n8n requires; all other scripts stay disabled. */
async function installDriver(folder: string, n8nVersion: string, report: Report): Promise<void> {
	const driver = path.join(folder, 'node_modules', 'sqlite3');
	const build = path.join(driver, 'build');
	const version = readVersion(driver);
	const known = builtDrivers.get(version);
	if (known !== undefined) {
		await cp(await known, build, { recursive: true });
		return;
	}
	const building = runNpm(['rebuild', 'sqlite3', '--ignore-scripts=false'], folder, {
		task: `n8n ${n8nVersion}: building its database driver`,
		report,
		nodeFolder: path.dirname(findNode(folder)),
	}).then(() => build);
	builtDrivers.set(version, building);
	await building;
}

function readVersion(packageFolder: string): string {
	const text = readFileSync(path.join(packageFolder, 'package.json'), 'utf8');
	return (JSON.parse(text) as { version: string }).version;
}

/** With `N8N_2=2.39`, tests for n8n 2 run in that version instead of the newest one. */
function folderSuffix(version: HostVersion): string {
	return version === 2 ? (process.env.N8N_2 ?? '2') : String(version);
}

function pinnedVersion(packageJsonPath: string): string {
	const { dependencies } = JSON.parse(readFileSync(packageJsonPath, 'utf8')) as {
		dependencies: { n8n: string };
	};
	return dependencies.n8n;
}

/** The pinned Node.js from npm if it supports this platform; otherwise the current one. */
export function findNode(folder: string): string {
	const packageName = `node-${process.platform}-${process.arch}`;
	const pinned = path.join(folder, 'node_modules', packageName, 'bin', 'node');
	if (existsSync(pinned)) return pinned;

	if (Number(process.versions.node.split('.')[0]) >= REQUIRED_NODE_MAJOR) return process.execPath;
	throw new Error(
		`This needs Node.js ${REQUIRED_NODE_MAJOR}, and npm did not install ${packageName}. ` +
			`Run the tests with Node.js ${REQUIRED_NODE_MAJOR} or later.`,
	);
}

export async function runNpm(
	args: string[],
	cwd: string,
	{ task, report, nodeFolder }: { task: string; report: Report; nodeFolder?: string },
): Promise<void> {
	const startedAt = Date.now();
	const elapsed = () => `${Math.round((Date.now() - startedAt) / 1000)} s`;
	const searchPath = [nodeFolder, process.env.PATH].filter(Boolean).join(path.delimiter);

	report(`${task} …`);
	const ticker = setInterval(() => report(`${task} … ${elapsed()}`), PROGRESS_INTERVAL_MS);
	try {
		await new Promise<void>((resolve, reject) => {
			const npm = spawn('npm', args, {
				cwd,
				env: { ...process.env, PATH: searchPath },
				stdio: ['ignore', 'pipe', 'pipe'],
			});
			let output = '';
			const keep = (chunk: Buffer) => {
				output = (output + chunk.toString()).slice(-8_000);
			};
			npm.stdout.on('data', keep);
			npm.stderr.on('data', keep);
			npm.on('error', reject);
			npm.on('close', (code) => {
				if (code === 0) resolve();
				else reject(new Error(`npm ${args.join(' ')} failed with exit code ${code}:\n${output}`));
			});
		});
	} finally {
		clearInterval(ticker);
	}
	report(`${task}: done in ${elapsed()}`);
}
