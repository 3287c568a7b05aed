import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';

/** Runs every bench in a process of its own, so that none measures what another left behind. */
const benches = readdirSync(__dirname).filter(
	(name) => name.endsWith('.bench.ts') && name.includes(process.argv[2] ?? ''),
);
for (const name of benches) {
	console.log(`\n== ${name}`);
	const { status } = spawnSync('npx', ['tsx', path.join(__dirname, name)], { stdio: 'inherit' });
	if (status !== 0) process.exitCode = 1;
}
