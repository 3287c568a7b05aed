// Runs n8n's scanner for community packages, without inline exceptions, on the sources and on the packed tarball: that in the
// environment variable PACKED_NODE, if it is set. Also shows that the picture codec in the tarball is the one that its authors
// have published, apart from the limit of its memory.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import {
	analyzePackage,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';
import { extract } from 'tar';
import { limitMemory } from '../gulp/limitMemory.js';

const CODEC = '@imagemagick/magick-wasm';
const require = createRequire(import.meta.url);
const projectFolder = path.dirname(import.meta.dirname);
const folder = mkdtempSync(path.join(os.tmpdir(), 'gate-'));
try {
	await extract({ file: process.env.PACKED_NODE ?? pack(), cwd: folder });

	report('sources', await analyzePackage(projectFolder, SOURCE_FILE_PATTERNS));
	report('tarball', await analyzePackage(path.join(folder, 'package')));
	compareCodec(path.join(folder, 'package'));
} finally {
	rmSync(folder, { recursive: true, force: true });
}

function pack() {
	const args = ['pack', '--silent', '--pack-destination', folder];
	const tarball = execFileSync('npm', args, { cwd: projectFolder, encoding: 'utf8' }).trim();
	return path.join(folder, path.basename(tarball));
}

function report(subject, { passed, message, details }) {
	console.log(
		`${passed ? 'passed' : 'FAILED'}: n8n's rules on the ${subject}${passed ? '' : `: ${message}`}`,
	);
	if (passed) return;
	console.log(details ?? '');
	process.exitCode = 1;
}

/** npm has checked the published package against the checksum in package-lock.json. */
function compareCodec(packed) {
	const { readWasm } = require(path.join(packed, 'dist/nodes/SocialPublishing/vendor/magick.js'));
	const library = path.join(projectFolder, 'node_modules', CODEC);
	const { version } = JSON.parse(readFileSync(path.join(library, 'package.json'), 'utf8'));
	const checksumOf = (bytes) => createHash('sha256').update(bytes).digest('hex');
	const bundled = checksumOf(gunzipSync(readWasm()));
	const published = readFileSync(path.join(library, 'dist/x86/magick.wasm'));
	const passed = bundled === checksumOf(limitMemory(published));
	console.log(
		`${passed ? 'passed' : 'FAILED'}: the codec is that of ${CODEC} ${version} with its memory limited: ${bundled}`,
	);
	if (!passed) process.exitCode = 1;
}
