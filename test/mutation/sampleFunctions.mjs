import { createHash } from 'node:crypto';

import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

const size = Number(process.env.MUTATION_SAMPLE ?? 1);
const seed = process.env.MUTATION_SEED ?? '';

/**
 * With `MUTATION_SAMPLE=20`, mutates one function of twenty, with all that is in it. Which ones depends only on
 * their text and on `MUTATION_SEED`, so a change to one function leaves the others in the sample. Leaves out what runs
 * while a file is loaded, also where a test loads the file again: the tests that do not would not count.
 */
const sampler = {
	shouldIgnore(path) {
		if (path.findParent((parent) => parent.isFunction()) !== null) return undefined;
		if (path.isFunction()) return isInSample(path) ? undefined : 'not in the sample';
		const isInsideClass = path.findParent((parent) => parent.isClass()) !== null;
		if (isInsideClass || !path.isExpression() || hasFunction(path)) return undefined;
		return 'runs while the file is loaded';
	},
};

function isInSample(path) {
	const digest = createHash('sha256').update(`${seed}\n${path.toString()}`).digest();
	return digest.readUInt32BE(0) % size === 0;
}

function hasFunction(path) {
	let isFound = false;
	path.traverse({
		Function(inner) {
			isFound = true;
			inner.stop();
		},
	});
	return isFound;
}

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'sampleFunctions', sampler)];
