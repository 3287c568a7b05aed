const { transform } = require('../../jest.config');

/** Tests of the packed node in a real n8n: slow, one file after the other, all with one build. */
/** @type {import('jest').Config} */
module.exports = {
	rootDir: __dirname,
	roots: ['<rootDir>/tests'],
	testEnvironment: 'node',
	testMatch: ['**/*.test.ts'],
	// Run by jest.storm.config.js and jest.pictures.config.js.
	testPathIgnorePatterns: [
		'triggerStorm',
		'triggerProxy',
		'triggerQueue',
		'pollStorm',
		'errorPanels',
		'examplePictures',
	],
	transform,
	globalSetup: '<rootDir>/globalSetup.ts',
	maxWorkers: 1,
	testTimeout: 120_000,
};
