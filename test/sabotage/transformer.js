const { createTransformer } = require('@swc/jest');

const sabotages = require('./sabotages.json');

/** Undefined for a run without a sabotage. */
const sabotage = sabotages[Number(process.env.SABOTAGE)];

/** The source of a file, with the place replaced if it is the file that is sabotaged. */
function sabotaged(source, path) {
	const isPlace = sabotage && path.endsWith(`nodes/SocialPublishing/${sabotage.file}`);
	return isPlace ? source.replace(sabotage.find, () => sabotage.replacement) : source;
}

module.exports = {
	createTransformer(options) {
		const swc = createTransformer(options);
		return {
			canInstrument: swc.canInstrument,
			process: (source, path, ...rest) => swc.process(sabotaged(source, path), path, ...rest),
			getCacheKey: (source, path, ...rest) =>
				swc.getCacheKey(sabotaged(source, path), path, ...rest),
		};
	},
};
