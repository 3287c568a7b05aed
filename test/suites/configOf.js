const path = require('node:path');

const base = require('../../jest.config');
const { makeSuites } = require('./suites');

/**
 * Jest's configuration for suites of the test files in some folders.
 *
 * @param {string} configFile the file of this configuration
 * @param {string[]} folders from the root of the project
 * @returns {import('jest').Config}
 */
exports.configOf = (configFile, folders) => {
	const target = `.cache/${path.basename(path.dirname(configFile))}`;
	const files = makeSuites(folders, target);
	return {
		...base,
		rootDir: path.join(__dirname, '../..'),
		roots: [...base.roots, `<rootDir>/${target}`],
		testMatch: files.map((file) => `<rootDir>/${file}`),
		testSequencer: path.join(__dirname, 'longestFirst.js'),
		// The order of the files in a suite follows from the seed. `--seed` repeats one.
		showSeed: true,
		reporters: ['default', ['<rootDir>/test/suites/reporter.js', { configFile }]],
	};
};
