const base = require('../../jest.config');

/** The fast tests and the generators, with one place of the code sabotaged: see main.ts. */
module.exports = {
	...base,
	rootDir: '../..',
	transform: Object.fromEntries(
		Object.entries(base.transform).map(([pattern, [, options]]) => [
			pattern,
			['<rootDir>/test/sabotage/transformer.js', options],
		]),
	),
};
