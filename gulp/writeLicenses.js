'use strict';

const { readdirSync, readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..');
const legalFile = /^(licen[cs]e|notice|copying)([.-].*)?$/i;

/**
 * Writes the licenses and notices of all bundled packages to one file.
 *
 * @param {import('esbuild').Metafile[]} metafiles one per bundle
 * @param {string} outFile e.g. dist/THIRD_PARTY_LICENSES.txt
 * @throws Error if a bundled package has no license file
 */
function writeLicenses(metafiles, outFile) {
	const inputs = metafiles.flatMap((metafile) => Object.keys(metafile.inputs));
	const folders = new Set(inputs.map(packageFolder).filter((folder) => folder !== undefined));
	const texts = [...folders].sort().map(describePackage);
	writeFileSync(outFile, texts.join(`\n${'='.repeat(80)}\n\n`));
}

/** The folder of the innermost package that contains a file; undefined for the project's own files. */
function packageFolder(file) {
	return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file.replace(/^[\w-]+:/, ''))?.[0];
}

function describePackage(folder) {
	const read = (file) => readFileSync(join(root, folder, file), 'utf8').trim();
	const { name, version, license } = JSON.parse(read('package.json'));
	const legal = readdirSync(join(root, folder)).filter((file) => legalFile.test(file));
	if (legal.length === 0) throw new Error(`${name} is bundled and has no license file`);
	const texts = legal.map(read);
	return [`${name} ${version} (${license})`, ...texts].join('\n\n') + '\n';
}

module.exports = { writeLicenses };
