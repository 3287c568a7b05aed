import { createHash } from 'node:crypto';

import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

const size = Number(process.env.MUTATION_SAMPLE ?? 1);
const seed = process.env.MUTATION_SEED ?? '';

/**
 * With `MUTATION_SAMPLE=20`, mutates one function of twenty, with all that is in it. Which ones depends only on
 * their text and on `MUTATION_SEED`, so a change to one function leaves the others in the sample.
 */
const sampler = {
	shouldIgnore(path) {
		const isInsideFunction = path.findParent((parent) => parent.isFunction()) !== null;
		if (!path.isFunction() || isInsideFunction) return undefined;
		const digest = createHash('sha256').update(`${seed}\n${path.toString()}`).digest();
		return digest.readUInt32BE(0) % size === 0 ? undefined : 'not in the sample';
	},
};

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'sampleFunctions', sampler)];
