import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';

/** `npm run bench`: runs each benchmark in its own process, unaffected by the others. */
const fileNames = readdirSync(__dirname).filter(
	(name) => name.endsWith('.bench.ts') && name.includes(process.argv[2] ?? ''),
);
for (const name of fileNames) {
	console.log(`\n== ${name}`);
	const { status } = spawnSync('npx', ['tsx', path.join(__dirname, name)], { stdio: 'inherit' });
	if (status !== 0) process.exitCode = 1;
}
