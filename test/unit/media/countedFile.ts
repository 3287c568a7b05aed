import type { SourceFile } from '../../../nodes/SocialPublishing/media/sourceFile';

/** How often and how far a file was read. */
export interface FileWork {
	openings: number;
	readBytes: number;
	/** Openings that are not closed. */
	open: number;
}

/** A file that comes in small chunks, as from a disk or S3, and counts the bytes that are read from it. */
export function countedFile(
	name: string,
	bytes: Buffer,
	chunkBytes = 64 * 1024,
): { file: SourceFile; work: FileWork } {
	const work = { openings: 0, readBytes: 0, open: 0 };
	async function* chunks(): AsyncIterable<Buffer> {
		work.openings++;
		work.open++;
		try {
			for (let offset = 0; offset < bytes.length; offset += chunkBytes) {
				const chunk = bytes.subarray(offset, offset + chunkBytes);
				work.readBytes += chunk.length;
				yield chunk;
			}
		} finally {
			work.open--;
		}
	}
	const open = async () => await Promise.resolve(chunks());
	return { file: { name, sizeBytes: bytes.length, open }, work };
}

/** Bytes that count up, in chunks of these sizes. */
export async function* chunksOf(sizes: number[]): AsyncIterable<Buffer> {
	let next = 0;
	for (const size of sizes) yield Buffer.from(Array.from({ length: size }, () => next++ % 251));
}
