import { decode } from './decode';
import { encode, type EncodedPicture, type EncodeGoal } from './encode';
import type { PictureKind } from './formats/detect';
import type { PictureHeader } from './formats/header';
import type { Size } from './formats/size';
import { withMagick } from './magickSession';
import { onlyPicture } from './onlyPicture';
import { exclusively } from '../shared/exclusively';

export interface RecodeGoal extends EncodeGoal {
	maxWidth: number;
	maxHeight: number;
}

export interface RecodedPicture extends EncodedPicture {
	/** Dimensions of the source, upright. */
	source: Size;
}

/**
 * Decodes a picture and writes it as a baseline sRGB JPEG without metadata. n8n goes on with other work in between;
 * another picture waits.
 *
 * @throws CodecError, CutOffError
 */
export async function recode(
	bytes: Buffer,
	kind: PictureKind,
	header: PictureHeader,
	goal: RecodeGoal,
): Promise<RecodedPicture> {
	// Each picture needs much memory.
	return await exclusively(
		'picture codec',
		async () =>
			await withMagick(async (magick) => {
				const { picture, source } = await decode(
					magick,
					onlyPicture(kind, bytes),
					kind,
					header,
					goal,
				);
				return { ...(await encode(magick, picture, goal)), source };
			}),
	);
}
