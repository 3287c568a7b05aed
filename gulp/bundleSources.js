'use strict';

const { readdirSync, rmSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { build } = require('esbuild');

const root = join(__dirname, '..');
const nodeFolder = 'nodes/SocialPublishing';

/** Keeps the picture codec in a separate file, which is loaded when the first picture is prepared. */
const codecApart = {
	name: 'codec-apart',
	setup({ onResolve }) {
		onResolve({ filter: /\/vendor\/magick$/ }, () => ({
			path: './vendor/magick.js',
			external: true,
		}));
	},
};

const options = {
	absWorkingDir: root,
	bundle: true,
	format: 'cjs',
	platform: 'node',
	mainFields: ['module', 'main'],
	target: 'es2022',
	supported: { 'dynamic-import': false },
	external: ['n8n-workflow'],
	plugins: [codecApart],
	legalComments: 'none',
	metafile: true,
	logLevel: 'warning',
};

/**
 * Bundles the nodes, because n8n loads every installed node at each start. All nodes are in one file, because they share
 * state, such as the requests that count towards the rate limit.
 *
 * @param {string} dist the folder of the compiled package; files that are not needed at run time are deleted
 * @returns {Promise<import('esbuild').Metafile[]>} list the bundled files, for their licenses
 */
async function bundleSources(dist) {
	const folder = join(dist, nodeFolder);
	const nodes = namesOf(nodeFolder, '.node.ts');
	const bundledNodes = await build({
		...options,
		stdin: {
			contents: nodes.map((name) => `export { ${name} } from './${name}.node';`).join('\n'),
			resolveDir: join(root, nodeFolder),
			loader: 'ts',
		},
		outfile: join(folder, 'nodes.js'),
	});
	const bundledCredentials = await build({
		...options,
		entryPoints: namesOf('credentials', '.ts').map((name) => `credentials/${name}.ts`),
		outdir: join(dist, 'credentials'),
		allowOverwrite: true,
	});
	for (const name of readdirSync(folder).filter((each) => !isNeeded(each))) {
		rmSync(join(folder, name), { recursive: true });
	}
	for (const name of nodes) {
		const code = `exports.${name} = require('./nodes').${name};\n`;
		writeFileSync(join(folder, `${name}.node.js`), code);
	}
	return [bundledNodes.metafile, bundledCredentials.metafile];
}

function namesOf(sourceFolder, ending) {
	return readdirSync(join(root, sourceFolder))
		.filter((name) => name.endsWith(ending))
		.map((name) => name.slice(0, -ending.length));
}

function isNeeded(name) {
	return ['nodes.js', 'vendor', '__schema__'].includes(name) || name.endsWith('.json');
}

module.exports = { bundleSources };
