const { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } = require('node:fs');
const path = require('node:path');

const ROOT = path.join(__dirname, '../..');

/** A folder with fewer test files joins the suite of its parent. */
const SMALLEST_SUITE = 20;

/** What a test file contains if it changes modules for all files in its process, so that it runs alone. */
const RUNS_ALONE = [/\bjest\.mock\b/, /from 'nock'/, /protectPrivateAddresses/];

/** Test files that need a worker for themselves: the longest ones, and one with time limits that really pass. */
const ALONE_BY_NAME = /^test\/(property\/|unit\/workarounds\/httpRequest)/;

/**
 * Makes suites of test files. A suite is one file for Jest: it runs the test files of a folder in one process, which loads
 * n8n-core only once.
 *
 * @param {string[]} folders with test files, from the root of the project
 * @param {string} target the folder for the suites, from the root of the project
 * @returns {string[]} the files that Jest must run so that each test file runs once, from the root of the project
 */
exports.makeSuites = (folders, target) => {
	const alone = [];
	const together = [];
	for (const file of folders.flatMap(testFilesIn)) {
		(runsAlone(file) ? alone : together).push(file);
	}
	const suites = [...byFolder(together)].map(([folder, files]) => {
		const name = `${folder.replace('test/', '').replaceAll('/', '.')}.test.js`;
		return writeSuite(path.join(target, name), files);
	});
	return [...alone, ...suites];
};

function testFilesIn(folder) {
	return readdirSync(path.join(ROOT, folder), { recursive: true })
		.filter((file) => file.endsWith('.test.ts'))
		.map((file) => path.join(folder, file))
		.sort();
}

function runsAlone(file) {
	if (ALONE_BY_NAME.test(file)) return true;
	const source = readFileSync(path.join(ROOT, file), 'utf8');
	return RUNS_ALONE.some((pattern) => pattern.test(source));
}

/** The files of each suite, by folder. */
function byFolder(files) {
	const suites = new Map();
	const add = (folder, added) => suites.set(folder, [...(suites.get(folder) ?? []), ...added]);
	for (const file of files) add(path.dirname(file), [file]);
	const depth = (folder) => folder.split('/').length;
	// The deepest folders first. A Map also iterates over the parents that are added meanwhile.
	const deepest = Math.max(...[...suites.keys()].map(depth));
	for (let level = deepest; level > 2; level--) {
		for (const [folder, inFolder] of [...suites]) {
			if (depth(folder) !== level || inFolder.length >= SMALLEST_SUITE) continue;
			suites.delete(folder);
			add(path.dirname(folder), inFolder);
		}
	}
	return suites;
}

/** Writes the file of a suite, unless it is up to date, and returns its path. */
function writeSuite(name, files) {
	const file = path.join(ROOT, name);
	const list = JSON.stringify(files, null, '\t');
	const source = `require('../../test/suites/runSuite').runSuite(${list});\n`;
	mkdirSync(path.dirname(file), { recursive: true });
	if (!existsSync(file) || readFileSync(file, 'utf8') !== source) writeFileSync(file, source);
	return name;
}
