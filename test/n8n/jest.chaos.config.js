const config = require('./jest.config');

/**
 * Tests in which processes are killed, most of them of the triggers under load. They take long, and in queue mode
 * their results still vary, so they are run manually (`npm run test:chaos`) and not in CI.
 */
/** @type {import('jest').Config} */
module.exports = {
	...config,
	testMatch: [
		'**/triggerChaos.test.ts',
		'**/triggerProxy.test.ts',
		'**/triggerQueue.test.ts',
		'**/pollChaos.test.ts',
		'**/killChaos.test.ts',
	],
	testPathIgnorePatterns: [],
};
