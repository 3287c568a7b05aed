/** A picture that cannot be prepared. The message names the file, the reason, and what to do. */
export class PictureError extends Error {
	override readonly name = 'PictureError';

	/**
	 * @param reason completes "could not be prepared because …", without a full stop
	 * @param advice a full sentence that says what the user can do
	 */
	constructor(fileName: string, reason: string, advice: string) {
		super(`The picture "${fileName}" could not be prepared: ${reason}. ${advice}`);
	}
}

/** The bytes end before the structure they announce: thrown by the header readers. */
export class CutOffError extends Error {
	override readonly name = 'CutOffError';
}

/** The bytes contradict the format they claim to be: thrown by the header readers. */
export class DamagedError extends Error {
	override readonly name = 'DamagedError';
}

/** The codec gave up on the bytes, which passed the checks of their header. */
export class CodecError extends Error {
	override readonly name = 'CodecError';
}

/** What the codec threw, which need not be an `Error`, as one. */
export function codecFailure(cause: unknown): CodecError {
	return new CodecError('The codec gave up', { cause });
}
