import fc from 'fast-check';
import { sleep } from 'n8n-workflow';

import { splitIntoParts, uploadFile } from '../../../nodes/SocialPublishing/commands/uploadFile';
import type { StartedUpload, UploadTarget } from '../../../nodes/SocialPublishing/api/mediaUpload';
import { RefusedFailure } from '../../../nodes/SocialPublishing/transport/errors';
import { chunksOf } from '../media/countedFile';
import { lostResponse, refusedAfterLostResponse } from '../support/lostResponse';
import type { Connection } from '../../../nodes/SocialPublishing/transport/connection';

interface Upload {
	parts: Array<{ number: number; byte: number }>;
	listed: number[];
	isComplete: boolean;
}

/** A library that takes the parts of an upload in order, and whose steps can be made to fail. */
class Library implements UploadTarget {
	readonly connection = {} as Connection;
	readonly uploads: Upload[] = [];
	fail: (step: 'part' | 'complete', mediaId: string) => Error | undefined = () => undefined;

	constructor(readonly place: string) {}

	async start() {
		this.uploads.push({ parts: [], listed: [], isComplete: false });
		return { id: String(this.uploads.length), part_size: 1 };
	}

	async sendPart(_purpose: string, { mediaId }: StartedUpload, number: number, bytes: Buffer) {
		await sleep(1);
		const failure = this.fail('part', mediaId);
		if (failure) throw failure;
		this.at(mediaId).parts.push({ number, byte: bytes[0] ?? 0 });
		return { data: { etag: `"${mediaId}-${number}"` }, etag: undefined, headers: {} };
	}

	async complete(_purpose: string, { mediaId, parts }: StartedUpload) {
		this.at(mediaId).listed = parts.map(({ number }) => number);
		const failure = this.fail('complete', mediaId);
		if (failure) throw failure;
		this.at(mediaId).isComplete = true;
		return { id: mediaId };
	}

	async read(_purpose: string, mediaId: string) {
		return { id: mediaId };
	}

	private at(mediaId: string): Upload {
		const upload = this.uploads[Number(mediaId) - 1];
		if (upload === undefined) throw new Error('There is no such upload');
		return upload;
	}
}

async function* fiveBytes(): AsyncIterable<Buffer> {
	yield Buffer.from([0, 1, 2, 3, 4]);
}

const file = {
	name: 'bread.mp4',
	type: 'video/mp4',
	sizeBytes: 5,
	open: async () => await Promise.resolve(fiveBytes()),
};
const interrupted = () => lostResponse();
const inOrder = [1, 2, 3, 4, 5];
let places = 0;

function open(): Library {
	return new Library(`place ${++places}`);
}

it('uploadFile never sends the parts of two attempts at the same file to one upload', async () => {
	const library = open();
	const media = await Promise.all(
		[1, 2, 3].map(async () => await uploadFile(library, file, 'same')),
	);
	expect(media.map(({ id }) => id)).toEqual(['1', '2', '3']);
	for (const { parts, listed } of library.uploads) {
		expect(parts.map(({ number }) => number)).toEqual(inOrder);
		expect(parts.map(({ byte }) => byte)).toEqual([0, 1, 2, 3, 4]);
		expect(listed).toEqual(inOrder);
	}
});

it('an attempt continues an interrupted upload while another starts its own', async () => {
	const library = open();
	let sent = 0;
	library.fail = (step) => (step === 'part' && ++sent === 3 ? interrupted() : undefined);
	await expect(uploadFile(library, file, 'same')).rejects.toMatchObject({ effect: 'none' });
	await Promise.all([uploadFile(library, file, 'same'), uploadFile(library, file, 'same')]);
	expect(library.uploads).toHaveLength(2);
	for (const { parts, listed } of library.uploads) {
		expect(parts.map(({ number }) => number)).toEqual(inOrder);
		expect(listed).toEqual(inOrder);
	}
});

it('a file is not uploaded again while its completion is uncertain', async () => {
	const library = open();
	const refused = refusedAfterLostResponse('Already complete');
	const failures = [interrupted(), refused, undefined];
	library.fail = (step) => (step === 'complete' ? failures.shift() : undefined);
	await expect(uploadFile(library, file, 'same')).rejects.toMatchObject({ effect: 'unknown' });
	await expect(uploadFile(library, file, 'same')).rejects.toBe(refused);
	expect(await uploadFile(library, file, 'same')).toEqual({ id: '1', record: { id: '1' } });
	expect(library.uploads).toHaveLength(1);
});

it('an upload starts again if its uncertain completion turns out to have had no effect', async () => {
	const library = open();
	const failures = [interrupted(), new RefusedFailure('Not found', ''), undefined];
	library.fail = (step) => (step === 'complete' ? failures.shift() : undefined);
	await expect(uploadFile(library, file, 'same')).rejects.toMatchObject({ effect: 'unknown' });
	expect(await uploadFile(library, file, 'same')).toEqual({ id: '2', record: { id: '2' } });
});

it('splitIntoParts yields all bytes in order, in parts of the requested size except the last', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(fc.nat(40)), fc.integer({ min: 1, max: 50 }), async (sizes, size) => {
			const parts: Buffer[] = [];
			for await (const part of splitIntoParts(chunksOf(sizes), size)) parts.push(part);
			const whole: Buffer[] = [];
			for await (const chunk of chunksOf(sizes)) whole.push(chunk);
			expect(Buffer.concat(parts)).toEqual(Buffer.concat(whole));
			expect(parts.slice(0, -1).every(({ length }) => length === size)).toBe(true);
			const last = parts.at(-1)?.length ?? size;
			expect(last).toBeGreaterThan(0);
			expect(last).toBeLessThanOrEqual(size);
		}),
	);
});
