const { execFileSync } = require('node:child_process');
const { readdirSync, rmSync } = require('node:fs');
const path = require('node:path');
const { build } = require('esbuild');
const { series } = require('gulp');

const { bundleMagick } = require('./gulp/bundleMagick');
const { writeLicences } = require('./gulp/writeLicences');

const DIST = path.join(__dirname, 'dist');
const SHIPPED = ['nodes', 'credentials', 'icons', 'package.json', 'THIRD_PARTY_LICENSES.txt'];
const VENDOR = path.join(DIST, 'nodes', 'SocialPublishing', 'vendor');

/** n8n's own build: compiles the sources, copies the icons. */
async function compile() {
	execFileSync('npx', ['n8n-node', 'build'], { cwd: __dirname, stdio: 'inherit' });
}

/** A community package must not have dependencies, so each library is bundled into the one file that imports it. */
async function bundleVendor() {
	const metafiles = [];
	for (const file of readdirSync(VENDOR).filter((name) => name.endsWith('.js'))) {
		const target = path.join(VENDOR, file);
		metafiles.push(file === 'magick.js' ? await bundleMagick(target) : await bundleLibrary(target));
	}
	writeLicences(metafiles, path.join(DIST, 'THIRD_PARTY_LICENSES.txt'));
}

async function bundleLibrary(target) {
	const { metafile } = await build({
		entryPoints: [target],
		outfile: target,
		allowOverwrite: true,
		bundle: true,
		format: 'cjs',
		platform: 'neutral',
		mainFields: ['module', 'main'],
		target: 'es2022',
		minify: true,
		legalComments: 'none',
		metafile: true,
	});
	return metafile;
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

exports.build = series(compile, bundleVendor, prune);
