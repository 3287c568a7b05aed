const shared = require('../../jest.config');

/** The official conformance tests of the Model Context Protocol, with the node as the client. */
/** @type {import('jest').Config} */
module.exports = {
	...shared,
	rootDir: '../..',
	roots: ['<rootDir>/test/conformance/tests'],
	testMatch: ['**/*.test.ts'],
	globalSetup: '<rootDir>/test/conformance/globalSetup.ts',
};
