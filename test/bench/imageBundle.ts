import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { build, type Plugin } from 'esbuild';

import type * as Image from './imageEntry';

const BUILT_CODEC = join(__dirname, '../../dist/nodes/SocialPublishing/vendor/magick.js');

export interface ImageBundle {
	path: string;
	load(): typeof Image;
	remove(): void;
}

const builtCodec: Plugin = {
	name: 'built-codec',
	setup({ onResolve }) {
		onResolve({ filter: /\/vendor\/magick$/ }, () => ({ path: BUILT_CODEC, external: true }));
	},
};

/** Bundles the preparation of pictures as the build does, with the built codec, for what ships to be measured. */
export async function bundleImage(): Promise<ImageBundle> {
	const folder = mkdtempSync(join(tmpdir(), 'bench-images-'));
	const path = join(folder, 'image.js');
	await build({
		entryPoints: [join(__dirname, 'imageEntry.ts')],
		outfile: path,
		bundle: true,
		format: 'cjs',
		platform: 'node',
		target: 'es2022',
		plugins: [builtCodec],
		supported: { 'dynamic-import': false },
	});
	return {
		path,
		load: (): typeof Image => createRequire(path)(path),
		remove: () => rmSync(folder, { recursive: true }),
	};
}
