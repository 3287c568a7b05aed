const base = require('../../jest.config.js');

/** @type {import('jest').Config} */
module.exports = {
	...base,
	rootDir: '../..',
	roots: ['<rootDir>/test', '<rootDir>/nodes', '<rootDir>/credentials'],
	testEnvironment: require.resolve('./failFastEnvironment'),
	testMatch: ['<rootDir>/test/mutation/area.test.ts'],
};
