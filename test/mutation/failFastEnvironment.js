const { TestEnvironment } = require('jest-environment-node');

/** Skips what is left once a test has failed: one is enough to notice a mutant. */
module.exports = class FailFastEnvironment extends TestEnvironment {
	hasFailed = false;

	async handleTestEvent(event) {
		if (event.name === 'test_fn_failure') this.hasFailed = true;
		if (event.name === 'test_start' && this.hasFailed) event.test.mode = 'skip';
	}
};
