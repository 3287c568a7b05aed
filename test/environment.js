const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

/**
 * Keeps the compiled code of libraries for the next test files of the same worker. A test file that uses n8n's engine loads
 * about 1,700 modules, and Jest compiles each of them again.
 */
const compiled = new Map();
const { compileFunction } = vm;
vm.compileFunction = (source, parameters, options) => {
	const { filename } = options;
	if (!filename.includes('node_modules')) return compileFunction(source, parameters, options);
	const cachedData = compiled.get(filename);
	if (cachedData !== undefined)
		return compileFunction(source, parameters, { ...options, cachedData });
	const compiledFunction = compileFunction(source, parameters, {
		...options,
		produceCachedData: true,
	});
	compiled.set(filename, compiledFunction.cachedData);
	return compiledFunction;
};

module.exports = TestEnvironment;
