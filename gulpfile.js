const { execFileSync } = require('node:child_process');
const { readdirSync, rmSync } = require('node:fs');
const path = require('node:path');
const { series } = require('gulp');

const { bundleMagick } = require('./gulp/bundleMagick');
const { bundleSources } = require('./gulp/bundleSources');
const { writeLicenses } = require('./gulp/writeLicenses');

const DIST = path.join(__dirname, 'dist');
const SHIPPED = ['nodes', 'credentials', 'icons', 'package.json', 'THIRD_PARTY_LICENSES.txt'];
const NODES = path.join(DIST, 'nodes', 'SocialPublishing');

/** Runs n8n's own build, which compiles the sources and copies the icons. */
async function compile() {
	execFileSync('npx', ['n8n-node', 'build'], { cwd: __dirname, stdio: 'inherit' });
}

/** Bundles the libraries with the nodes, because a community package must not have dependencies. */
async function bundle() {
	rmSync(path.join(NODES, 'vendor'), { recursive: true });
	const metafiles = [
		...(await bundleSources(DIST)),
		await bundleMagick(path.join(NODES, 'vendor', 'magick.js')),
	];
	writeLicenses(metafiles, path.join(DIST, 'THIRD_PARTY_LICENSES.txt'));
}

// n8n-workaround(0.48.3, @n8n/node-cli/src/commands/build.ts): the build copies every PNG and SVG in the repository.
/** Removes everything that does not belong in the package. */
async function prune() {
	for (const name of readdirSync(DIST)) {
		if (!SHIPPED.includes(name)) {
			rmSync(path.join(DIST, name), { recursive: true });
		}
	}
}

exports.build = series(compile, bundle, prune);
