const base = require('../../jest.config');

/** The fast tests and the property tests, with one line of the code broken on purpose: see main.ts. */
module.exports = {
	...base,
	rootDir: '../..',
	transform: Object.fromEntries(
		Object.entries(base.transform).map(([pattern, [, options]]) => [
			pattern,
			['<rootDir>/test/canaries/transformer.js', options],
		]),
	),
};
