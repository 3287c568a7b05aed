const base = require('./jest.config');

/** Takes the pictures in docs/ again, of the errors that it provokes and of the examples: run it when they have changed. */
/** @type {import('jest').Config} */
module.exports = {
	...base,
	testMatch: ['**/errorPanels.test.ts', '**/examplePictures.test.ts'],
	testPathIgnorePatterns: [],
};
