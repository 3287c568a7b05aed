const Sequencer = require('@jest/test-sequencer').default;

/**
 * Files that take minutes. Jest starts files that it has not run before by their size, so it would start these last and leave
 * the other workers without work.
 */
const LONGEST =
	/test\/(property\/(faults|hostileResponses|preview|previewTexts)|n8n\/tests\/(examples|onceForGood|tableToCalendar|tour))\.test\.ts$/;

module.exports = class LongestFirst extends Sequencer {
	sort(tests) {
		const sorted = super.sort(tests);
		const isLong = ({ path }) => LONGEST.test(path);
		return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
	}
};
