const { execFile } = require('node:child_process');

/**
 * Finds the test file because of which another one fails, by running it again after fewer and fewer of the files before it.
 *
 * @param {object} options
 * @param {string} options.victim the test file that fails
 * @param {string[]} options.earlier the files that ran before it in the suite, in order
 * @param {(files: string[]) => Promise<boolean>} options.fails runs files in a process, and returns whether the last fails
 * @returns {Promise<string | undefined>} a sentence; undefined if the file fails alone, too
 */
exports.findLeak = async ({ victim, earlier, fails }) => {
	if (await fails([victim])) return undefined;
	if (!(await fails([...earlier, victim]))) {
		return `${victim} failed once, but not when it ran again in the same order.`;
	}
	let suspects = earlier;
	while (suspects.length > 1) {
		const half = suspects.slice(0, Math.ceil(suspects.length / 2));
		const others = suspects.slice(half.length);
		if (await fails([...half, victim])) suspects = half;
		else if (await fails([...others, victim])) suspects = others;
		else return `${victim} fails only after several of these: ${suspects.join(', ')}`;
	}
	return `${suspects.join()} leaks into ${victim}: alone, the latter passes.`;
};

/**
 * Runs test files in one process, in this order.
 *
 * @returns {Promise<boolean>} whether a test of the last file fails
 */
exports.lastFails = async (configFile, suite, files) => {
	const args = [require.resolve('jest/bin/jest'), '--config', configFile, '--json', suite];
	const env = { ...process.env, SUITE_FILES: files.join(' ') };
	const json = await new Promise((resolve) => {
		// Jest ends with an error if a test fails.
		const options = { env, maxBuffer: 256 * 1024 * 1024 };
		execFile(process.execPath, args, options, (_error, stdout) => resolve(stdout));
	});
	return JSON.parse(json)
		.testResults.flatMap(({ assertionResults }) => assertionResults)
		.some(
			({ ancestorTitles, status }) => ancestorTitles[0] === files.at(-1) && status === 'failed',
		);
};
