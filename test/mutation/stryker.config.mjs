const area = process.env.MUTATION_AREA ?? '';
const folder = `nodes/SocialPublishing/${area}`;

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
	plugins: ['@stryker-mutator/jest-runner', './test/mutation/sampleFunctions.mjs'],
	testRunner: 'jest',
	jest: { configFile: 'test/mutation/jest.config.js', enableFindRelatedTests: false },
	coverageAnalysis: 'perTest',
	mutate: [`${folder}/**/*.ts`, ...(area === 'trigger' ? [`!${folder}/poll/**`] : [])],
	ignorers: ['sampleFunctions'],
	// Texts are for people to judge, and code that runs while a file is loaded would take all tests for each mutant.
	mutator: { excludedMutations: ['StringLiteral'] },
	ignoreStatic: true,
	ignorePatterns: ['dist', 'docs', 'reports', 'test/n8n'],
	concurrency: Number(process.env.MUTATION_PROCESSES ?? 2),
	// Jest keeps what each run loaded, a hundred megabytes and more.
	maxTestRunnerReuse: 10,
	dryRunTimeoutMinutes: 20,
	// Some tests wait for real sockets, and a busy machine must not count as a mutant that was noticed.
	timeoutMS: 90_000,
	thresholds: { break: 85, low: 85, high: 95 },
	reporters: ['clear-text', 'json', 'progress-append-only'],
	clearTextReporter: { allowColor: false, reportTests: false },
	jsonReporter: { fileName: `reports/mutation/${area.replace('/', '-')}.json` },
};
