/** The advice for a file that is cut off or damaged. */
export const EXPORT_AGAIN_ADVICE = 'Export or download it again, then retry.';
/** The advice for a picture that is too large. */
export const SMALLER_ADVICE = 'Make it smaller, then retry.';

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

/** The picture cannot be prepared. The message is a clause about the file. */
export class UnusableError extends Error {
	override readonly name = 'UnusableError';

	/** @param advice a full sentence */
	constructor(
		reason: string,
		readonly advice: string,
	) {
		super(reason);
	}
}

/** The advice for a whole file of an unusual kind. */
const OTHER_FORMAT_ADVICE = 'Save it as a PNG or JPEG, then retry.';

/** The file is whole, but of a kind that cannot be prepared. */
export function unsupported(reason: string, advice = OTHER_FORMAT_ADVICE): UnusableError {
	return new UnusableError(`${reason}, which is not supported`, advice);
}

/** How the codec's libraries say that they lack something, but not of a damaged marker or directory. */
const LACKING =
	/unsupported(?! marker)|(?<!directories )not ?supported|not configured|from a tiled image|unspecified size/i;
/** How they say that a file is cut off, or takes too much memory. */
const CUT_OFF = /end ?of ?file|insufficient ?image ?data|read error|can not read tiff directory/i;
const TOO_LARGE = /insufficient memory|out of memory|memory ?allocation|resources ?exhausted/i;

/** The codec could not read or decode the bytes. */
export class CodecError extends Error {
	override readonly name = 'CodecError';
}

/** Wraps a value that the codec threw, which need not be an `Error`. */
export function codecFailure(cause: unknown): CodecError {
	return new CodecError('The codec failed', { cause });
}

/**
 * The reason and advice for an error about the bytes; any other error is returned unchanged.
 *
 * @param format the name of the format
 */
export function explainError(error: unknown, format: string): unknown {
	const isOfCodec = error instanceof CodecError;
	const complaint = isOfCodec && error.cause instanceof Error ? error.cause.message : '';
	if (error instanceof CutOffError || CUT_OFF.test(complaint))
		return new UnusableError(`the ${format} file is cut off`, EXPORT_AGAIN_ADVICE);
	if (TOO_LARGE.test(complaint))
		return new UnusableError('it would take too much memory', SMALLER_ADVICE);
	// The codec lacks what the file needs, so the file need not be damaged.
	if (LACKING.test(complaint))
		return new UnusableError(
			`it is a kind of ${format} file that is not supported`,
			OTHER_FORMAT_ADVICE,
		);
	if (isOfCodec || error instanceof DamagedError)
		return new UnusableError(`the ${format} file is damaged`, EXPORT_AGAIN_ADVICE);
	return error;
}
