import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { runNpm } from '../n8n/install';

/** Installs the pinned conformance tests from their lockfile, unless they are installed already. */
export default async function installConformanceTests(): Promise<void> {
	const lockfile = readFileSync(path.join(__dirname, 'package-lock.json'));
	const stampPath = path.join(__dirname, 'node_modules', '.installed-from');
	const stamp = createHash('sha256').update(lockfile).digest('hex');
	if (existsSync(stampPath) && readFileSync(stampPath, 'utf8') === stamp) return;
	const report = (line: string) => process.stderr.write(`${line}\n`);
	await runNpm(['ci'], __dirname, { task: 'Conformance tests: installing', report });
	writeFileSync(stampPath, stamp);
}
