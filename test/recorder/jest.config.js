const base = require('../../jest.config.js');

/** @type {import('jest').Config} */
module.exports = {
	...base,
	rootDir: '../..',
	roots: ['<rootDir>/test/recorder'],
	testMatch: ['<rootDir>/test/recorder/recording.test.ts'],
};
