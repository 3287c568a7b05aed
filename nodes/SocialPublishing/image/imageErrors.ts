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

/** How the codec's libraries say that they lack something, but not of a damaged marker or directory. */
const LACKING =
	/unsupported(?! marker)|(?<!directories )not ?supported|not configured|from a tiled image|unspecified size/i;
/** How they say that a file is cut off, or takes too much memory. */
const CUT_OFF = /end ?of ?file|insufficient ?image ?data|read error|can not read tiff directory/i;
const TOO_LARGE = /insufficient memory|out of memory|memory ?allocation|resources ?exhausted/i;

/** The codec could not read or decode the bytes. */
export class CodecError extends Error {
	override readonly name = 'CodecError';

	/** Whether the codec lacks what the file needs, so that the file need not be damaged. */
	get isLacking(): boolean {
		return this.isAbout(LACKING);
	}

	get isCutOff(): boolean {
		return this.isAbout(CUT_OFF);
	}

	get isTooLarge(): boolean {
		return this.isAbout(TOO_LARGE);
	}

	private isAbout(message: RegExp): boolean {
		return this.cause instanceof Error && message.test(this.cause.message);
	}
}

/** Wraps a value that the codec threw, which need not be an `Error`. */
export function codecFailure(cause: unknown): CodecError {
	return new CodecError('The codec failed', { cause });
}
