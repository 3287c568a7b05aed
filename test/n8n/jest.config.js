const { transform } = require('../../jest.config');

/** Tests of the packed node in a real n8n: slow, three files at a time, because they often wait, all with one build. */
/** @type {import('jest').Config} */
module.exports = {
	rootDir: __dirname,
	roots: ['<rootDir>/tests'],
	testEnvironment: 'node',
	testMatch: ['**/*.test.ts'],
	// Run by jest.chaos.config.js and jest.pictures.config.js.
	testPathIgnorePatterns: [
		'triggerChaos',
		'triggerProxy',
		'triggerQueue',
		'pollChaos',
		'killChaos',
		'errorPanels',
		'examplePictures',
	],
	transform,
	// As for the unit tests: pictures are compared with the labels in the code.
	moduleNameMapper: {
		'^@imagemagick/magick-wasm/magick\\.wasm$': '<rootDir>/../corpus/magickWasm.js',
	},
	globalSetup: '<rootDir>/globalSetup.ts',
	globalTeardown: '<rootDir>/globalTeardown.ts',
	testSequencer: '<rootDir>/../suites/longestFirst.js',
	maxWorkers: 3,
	// Only ends what hangs: see waitUntil.ts.
	testTimeout: 600_000,
};
