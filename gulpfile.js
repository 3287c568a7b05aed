const { execFileSync } = require('node:child_process');
const { readdirSync, rmSync } = require('node:fs');
const path = require('node:path');
const { build: bundle } = require('esbuild');
const { series } = require('gulp');

const DIST = path.join(__dirname, 'dist');
const VENDOR = path.join(DIST, 'nodes', 'SocialPublishing', 'vendor');

/** n8n's own build: compiles the sources, copies the icons. */
async function compile() {
	execFileSync('npx', ['n8n-node', 'build'], { cwd: __dirname, stdio: 'inherit' });
}

/** A community package may have no dependencies, so each library goes into the one file that imports it. */
async function bundleVendor() {
	for (const file of readdirSync(VENDOR).filter((name) => name.endsWith('.js') && name !== 'magick.js')) {
		const target = path.join(VENDOR, file);
		await bundle({
			entryPoints: [target],
			outfile: target,
			allowOverwrite: true,
			bundle: true,
			format: 'cjs',
			platform: 'neutral',
			mainFields: ['module', 'main'],
			conditions: ['import', 'default'],
			target: 'es2022',
			minify: true,
			legalComments: 'none',
		});
	}
}

/** n8n's build copies every picture of the repository; only the icons belong into the package. */
async function prune() {
	for (const name of readdirSync(DIST)) {
		if (!['nodes', 'credentials', 'icons', 'package.json'].includes(name)) {
			rmSync(path.join(DIST, name), { recursive: true });
		}
	}
}

exports.build = series(compile, bundleVendor, prune);
