// n8n-core loads `file-type`, an ES module, on demand: Node lets Jest do that only with this flag. Setting it here
// makes a bare `npx jest` work too, because the workers inherit it.
const vmModules = '--experimental-vm-modules';
const nodeOptions = process.env.NODE_OPTIONS ?? '';
if (!nodeOptions.includes(vmModules)) {
	process.env.NODE_OPTIONS =
		`${nodeOptions} ${vmModules} --disable-warning=ExperimentalWarning`.trim();
}

/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	// Not the whole checkout: it holds installations of n8n, which are slow to crawl.
	roots: [
		'test/unit',
		'test/property',
		'test/engine',
		'test/service',
		'test/corpus',
		'test/suites',
		'nodes',
		'credentials',
	].map((folder) => `<rootDir>/${folder}`),
	testMatch: ['<rootDir>/test/{unit,property,engine,service,suites/tests}/**/*.test.ts'],
	transform: {
		'^.+\\.ts$': [
			'@swc/jest',
			{
				jsc: { parser: { syntax: 'typescript' }, target: 'es2022', keepClassNames: true },
				module: { type: 'commonjs' },
				sourceMaps: 'inline',
			},
		],
	},
	// The build turns the codec's .wasm file into a module; here it is read from the package.
	moduleNameMapper: {
		'^@imagemagick/magick-wasm/magick\\.wasm$': '<rootDir>/test/corpus/magickWasm.js',
	},
	setupFilesAfterEnv: ['<rootDir>/test/setup.ts'],
	maxWorkers: 2,
	// Every file runs in a worker, even a single one (see the flag above), and a worker that has grown is replaced: Jest
	// keeps some of what each file loaded, and the more there is, the longer Node.js takes to collect garbage.
	workerIdleMemoryLimit: '300MB',
	// Such a worker needs longer to free its memory than the half second that Jest allows for it.
	workerGracefulExitTimeout: 10_000,
	// Only ends what hangs: a test must pass on a machine that does ten other things, too.
	testTimeout: 300_000,
};
