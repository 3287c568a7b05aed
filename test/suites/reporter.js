const path = require('node:path');

const { findLeak, lastFails } = require('./findLeak');

/** Prints the order in which the test files of each suite ran. If one failed because of an earlier one, names both. */
module.exports = class SuiteReporter {
	constructor(_globalConfig, { configFile }) {
		this.configFile = configFile;
	}

	onTestResult({ path: suite }, { testResults }) {
		const files = timesByFile(testResults);
		if (!isSuite(suite) || files.size === 0) return;
		print(`${path.basename(suite)}, in this order:`);
		for (const [file, durationMs] of files) {
			print(`  ${file} (${(durationMs / 1_000).toFixed(1)} s)`);
		}
	}

	async onRunComplete(_contexts, { testResults }) {
		// This is a run of findLeak.
		if (process.env.SUITE_FILES !== undefined) return;
		for (const { testFilePath: suite, testResults: tests } of testResults) {
			const files = [...timesByFile(tests).keys()];
			const victim = tests.find((test) => test.status === 'failed' && fileOf(test))
				?.ancestorTitles[0];
			if (!isSuite(suite) || victim === undefined) continue;
			const sentence = await findLeak({
				victim,
				earlier: files.slice(0, files.indexOf(victim)),
				fails: async (someFiles) => await lastFails(this.configFile, suite, someFiles),
			});
			if (sentence !== undefined) print(`\n${sentence}`);
		}
	}
};

/** All other test files are written in TypeScript. */
const isSuite = (file) => file.endsWith('.test.js');

/** The test file of a test in a suite; undefined for the suite's own test. */
const fileOf = ({ ancestorTitles: [file] }) => file;

/** How long the tests of each file took, in milliseconds, in the order in which they ran. */
function timesByFile(tests) {
	const times = new Map();
	for (const test of tests) {
		const file = fileOf(test);
		if (file !== undefined) times.set(file, (times.get(file) ?? 0) + (test.duration ?? 0));
	}
	return times;
}

// Jest's own reporters write here, too.
const print = (line) => process.stderr.write(`${line}\n`);
