const base = require('../../jest.config');
const { makeSuites } = require('../suites/suites');

const FOLDER = '.cache/canaries';
const files = process.env.CANARY_SUITES === 'true' ? makeSuites(['test/unit'], FOLDER) : undefined;

/**
 * The fast tests and the property tests, with one line of the code broken on purpose: see main.ts. Each file by itself or,
 * with `CANARY_SUITES`, the unit tests in suites, as `npm test` runs them.
 */
module.exports = {
	...base,
	rootDir: '../..',
	...(files && {
		roots: [...base.roots, `<rootDir>/${FOLDER}`],
		testMatch: files.map((file) => `<rootDir>/${file}`),
	}),
	transform: Object.fromEntries(
		Object.entries(base.transform).map(([pattern, [, options]]) => [
			pattern,
			['<rootDir>/test/canaries/transformer.js', options],
		]),
	),
};
