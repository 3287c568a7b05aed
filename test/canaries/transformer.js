const { createTransformer } = require('@swc/jest');

const canaries = require('./canaries.json');

/** Undefined for a run without a canary. */
const canary = canaries[Number(process.env.CANARY)];

/** The source of a file, with the canary applied if it is its file. */
function withCanary(source, path) {
	const isPlace = canary && path.endsWith(`nodes/SocialPublishing/${canary.file}`);
	return isPlace ? source.replace(canary.find, () => canary.replacement) : source;
}

module.exports = {
	createTransformer(options) {
		const swc = createTransformer(options);
		return {
			canInstrument: swc.canInstrument,
			process: (source, path, ...rest) => swc.process(withCanary(source, path), path, ...rest),
			getCacheKey: (source, path, ...rest) =>
				swc.getCacheKey(withCanary(source, path), path, ...rest),
		};
	},
};
