import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { extract } from 'tar';

/** A published file that is part of an npm package. */
interface SampleFile {
	/** Name and version on npm. */
	packageName: string;
	/** Path within the package. */
	file: string;
	sha256: string;
}

const CACHE_FOLDER = path.join(__dirname, '..', '..', '.cache', 'samples');

export const sampleFiles = {
	/** The feed of an American broadcaster's arts pages in December 2014; each item has a picture. */
	feed: {
		packageName: 'rss-braider@1.2.4',
		file: 'package/test/input_files/sample_feed.xml',
		sha256: '85e0e6162e6ab049513e63169c275fe6f98deca616ce8f762845ca3b5927c14b',
	},
	/** A photograph of 640 × 426 pixels without metadata: the service accepts it as it is. */
	photograph: {
		packageName: '@jimp/test-utils@1.6.1',
		file: 'package/images/cops.jpg',
		sha256: '03dec1acd410f3467a10d95fda77e419cbd35be5eb5b6b76e975832535d3e9dc',
	},
	/** An original phone photograph of 1278 × 720 pixels with EXIF: the service rejects it unless it is prepared. */
	cameraPhotograph: {
		packageName: 'exif-parser@0.1.12',
		file: 'package/test/starfish.jpg',
		sha256: 'b452b2b6f163d8346ebdc7720895c848ac2d6df9f9f0b66aa5e24c7495ba4fbc',
	},
} satisfies Record<string, SampleFile>;

/**
 * Reads a sample file, from npm the first time and from a cache after that.
 *
 * @throws if npm cannot fetch the package, or if the file's checksum is wrong
 */
export async function readSampleFile({ packageName, file, sha256 }: SampleFile): Promise<Buffer> {
	const cached = path.join(CACHE_FOLDER, sha256);
	if (!existsSync(cached)) {
		mkdirSync(CACHE_FOLDER, { recursive: true });
		writeFileSync(cached, await fetchFile(packageName, file));
	}
	const content = readFileSync(cached);
	if (createHash('sha256').update(content).digest('hex') !== sha256) {
		rmSync(cached);
		throw new Error(`The checksum of ${file} in ${packageName} is wrong`);
	}
	return content;
}

async function fetchFile(packageName: string, file: string): Promise<Buffer> {
	const folder = mkdtempSync(path.join(os.tmpdir(), 'sample-'));
	try {
		const args = ['pack', packageName, '--silent', '--pack-destination', folder];
		const tarball = execFileSync('npm', args, { encoding: 'utf8' }).trim();
		await extract({ file: path.join(folder, path.basename(tarball)), cwd: folder }, [file]);
		return readFileSync(path.join(folder, file));
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
