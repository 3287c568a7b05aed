/** The advice for a file that is cut off or damaged. */
export const EXPORT_AGAIN_ADVICE = 'Export or download it again, then retry.';

/** A picture that cannot be prepared. The message names the file and the reason; `advice` is a full sentence. */
export class PictureError extends Error {
	override readonly name = 'PictureError';

	/**
	 * @param reason a clause without a full stop
	 * @param advice a full sentence
	 */
	constructor(
		fileName: string,
		reason: string,
		readonly advice: string,
	) {
		super(`The picture "${fileName}" could not be prepared: ${reason}`);
	}
}

/** The bytes end before the structure that they announce. */
export class CutOffError extends Error {
	override readonly name = 'CutOffError';
}

/** A JPEG has picture data, but no end marker after it. */
export class MissingEndError extends CutOffError {}

/** The bytes contradict the format that they claim to have. */
export class DamagedError extends Error {
	override readonly name = 'DamagedError';
}

/** The file is whole, but of a kind that cannot be prepared. The message is a clause about the file. */
export class UnsupportedError extends Error {
	override readonly name = 'UnsupportedError';

	/** @param advice a full sentence */
	constructor(
		reason: string,
		readonly advice: string,
	) {
		super(reason);
	}
}

/** The advice for a whole file of an unusual kind. */
export const OTHER_FORMAT_ADVICE = 'Save it as a PNG or JPEG, then retry.';

/** How the codec's libraries say that they lack something. */
const LACKING = /unsupported|not supported|not configured|from a tiled image|unspecified size/i;

/** The codec could not decode the bytes, although their header passed the checks. */
export class CodecError extends Error {
	override readonly name = 'CodecError';

	/** Whether the codec lacks what the file needs, so that the file need not be damaged. */
	get isLacking(): boolean {
		return this.cause instanceof Error && LACKING.test(this.cause.message);
	}
}

/** Wraps a value that the codec threw, which need not be an `Error`. */
export function codecFailure(cause: unknown): CodecError {
	return new CodecError('The codec failed', { cause });
}
