const { configOf } = require('./configOf');

/** All fast tests, in suites: what `npm test` runs. */
module.exports = configOf(__filename, [
	'test/unit',
	'test/engine',
	'test/service',
	'test/suites/tests',
	'test/property',
]);
