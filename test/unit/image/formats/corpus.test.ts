import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { readHeader } from '../../../../nodes/SocialPublishing/image/formats/header';
import {
	detectFile,
	type PictureHeader,
} from '../../../../nodes/SocialPublishing/image/formats/picture';
import { CutOffError } from '../../../../nodes/SocialPublishing/image/imageErrors';
import { variants } from '../../../corpus/variants';

function header(file: Buffer): PictureHeader {
	const kind = detectFile(file);
	if (kind === 'unknown' || kind === 'bigTiff' || kind === 'mp4' || kind === 'otherVideo') {
		throw new Error(kind);
	}
	return readHeader(kind, file);
}

/** The header is read without the orientation, so one is enough. */
const upright = variants().filter(({ name }) => !/orientation [2-8]/.test(name));

it.each(upright)('readHeader reads the dimensions of $name', async ({ make, width, height }) => {
	const file = await make();
	expect(header(file)).toMatchObject({ width, height });
	// The end of the file may be a profile.
	expect(() => header(file.subarray(0, file.length / 10))).toThrow(CutOffError);
});

it('readHeader reads the dimensions of a phone photo, not of its tiles', () => {
	const heic = readFileSync(join(__dirname, '../../../corpus/files/phone.heic'));
	expect(header(heic)).toMatchObject({ width: 1000, height: 750 });
	expect(() => header(heic.subarray(0, -1))).toThrow(CutOffError);
});
