import type { InputFile } from './inputFile';

/**
 * Opens a file, reads it in `work`, and closes it. The file may be stored where each opening is a download, so whoever
 * looks at several places reads them in their order.
 */
export async function readForward<T>(
	file: InputFile,
	work: (reader: ForwardReader) => Promise<T>,
): Promise<T> {
	const chunks = (await file.open())[Symbol.asyncIterator]();
	try {
		return await work(new ForwardReader(chunks));
	} finally {
		await chunks.return?.();
	}
}

/** Reads a file once, from its start to its end, and keeps no more of it than it is asked for. */
export class ForwardReader {
	private pending: Buffer = Buffer.alloc(0);

	constructor(private readonly chunks: AsyncIterator<Buffer>) {}

	/** The next `length` bytes, fewer at the end of the file. They remain the next ones. */
	async peek(length: number): Promise<Buffer> {
		const parts: Buffer[] = [this.pending];
		for (let missing = length - this.pending.length; missing > 0; ) {
			const chunk = await this.nextChunk();
			if (chunk === undefined) break;
			parts.push(chunk);
			missing -= chunk.length;
		}
		if (parts.length > 1) this.pending = Buffer.concat(parts);
		return this.pending.subarray(0, length);
	}

	/** The next `length` bytes, fewer at the end of the file. */
	async take(length: number): Promise<Buffer> {
		const bytes = await this.peek(length);
		this.pending = this.pending.subarray(bytes.length);
		return bytes;
	}

	/** Passes over `length` bytes, or to the end of the file. */
	async skip(length: number): Promise<void> {
		let rest = length;
		while (rest > this.pending.length) {
			const chunk = await this.nextChunk();
			rest -= this.pending.length;
			this.pending = chunk ?? Buffer.alloc(0);
			if (chunk === undefined) return;
		}
		this.pending = this.pending.subarray(rest);
	}

	private async nextChunk(): Promise<Buffer | undefined> {
		const { done, value } = await this.chunks.next();
		return done ? undefined : value;
	}
}
