// Runs n8n's scanner for community packages, without inline exceptions, on the sources and on the packed tarball.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
	analyzePackage,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';
import { extract } from 'tar';

const projectFolder = path.dirname(import.meta.dirname);
const folder = mkdtempSync(path.join(os.tmpdir(), 'gate-'));
try {
	const args = ['pack', '--silent', '--pack-destination', folder];
	const tarball = execFileSync('npm', args, { cwd: projectFolder, encoding: 'utf8' }).trim();
	await extract({ file: path.join(folder, path.basename(tarball)), cwd: folder });

	report('sources', await analyzePackage(projectFolder, SOURCE_FILE_PATTERNS));
	report('tarball', await analyzePackage(path.join(folder, 'package')));
} finally {
	rmSync(folder, { recursive: true, force: true });
}

function report(subject, { passed, message, details }) {
	console.log(
		`${passed ? 'passed' : 'FAILED'}: n8n's rules on the ${subject}${passed ? '' : `: ${message}`}`,
	);
	if (passed) return;
	console.log(details ?? '');
	process.exitCode = 1;
}
