import { createHash } from 'node:crypto';

import { conflict, invalid, invalidField, notFound } from '../core/errors';
import type { Context, Result } from '../core/operation';
import type { MediaItem, UploadedPart } from '../core/records';
import { presentMedia } from './present';
import { inspect, VIDEO_SIZE_LIMIT_BYTES } from './validation';

/** No prepared picture is larger than this. */
export const IMAGE_SIZE_LIMIT_BYTES = 20_000_000;

interface Start {
	name: string;
	type: MediaItem['type'];
	size: number;
}

export function beginUpload({ service, workspaceId, input }: Context<Start>): Result {
	const { clock, dialect, settings, state } = service;
	const { name, type, size } = input;
	if (type === 'video/mp4' && size >= VIDEO_SIZE_LIMIT_BYTES) {
		throw invalidField('size', 'must be below 10,000,000 bytes');
	}
	if (size > IMAGE_SIZE_LIMIT_BYTES) throw invalidField('size', 'is too large for a picture');
	const item: MediaItem = {
		id: state.newId('media'),
		sequence: state.nextSequence(),
		workspaceId,
		name,
		type,
		sizeBytes: size,
		partSizeBytes: settings.partSizeBytes,
		alt: '',
		status: 'uploading',
		parts: [],
		bytes: null,
		width: null,
		height: null,
		createdAtMs: clock.now(),
		readyAtMs: null,
	};
	state.media.set(item.id, item);
	const data = { [dialect.uploadIdField]: item.id, part_size: item.partSizeBytes };
	return { data, status: dialect.createdStatus };
}

function partCount({ sizeBytes, partSizeBytes }: MediaItem): number {
	return Math.ceil(sizeBytes / partSizeBytes);
}

/** Accepts one part. Parts must be sent in order; a part may be sent again. */
export function uploadPart(context: Context<{ id: string; part: number }>): Result {
	const { service, workspaceId, input, binary } = context;
	const item = service.state.mediaItem(workspaceId, input.id);
	if (item.status !== 'uploading') {
		throw conflict('upload_completed', 'The upload is complete; it takes no more parts.');
	}
	const count = partCount(item);
	if (input.part > count) throw notFound('part');
	if (input.part > item.parts.length + 1) {
		throw conflict('part_out_of_sequence', `Part ${item.parts.length + 1} comes first.`);
	}
	const { sizeBytes, partSizeBytes } = item;
	const expected = input.part < count ? partSizeBytes : sizeBytes - (count - 1) * partSizeBytes;
	// A wrong size of the last part is detected on completion.
	const tooLong = binary.length > partSizeBytes;
	if (binary.length === 0 || tooLong || (input.part < count && binary.length !== expected)) {
		throw invalidField('part', `must be ${expected} bytes, not ${binary.length}`);
	}
	const digest = createHash('sha256').update(binary).digest('base64');
	const part: UploadedPart = { bytes: binary, etag: `"${input.part}:${digest}"` };
	item.parts[input.part - 1] = part;
	const number = input.part;
	const { partEtag } = service.dialect;
	return {
		data: partEtag === 'header' ? { number } : { number, etag: part.etag },
		...(partEtag === 'body' ? {} : { etag: part.etag }),
	};
}

interface Completion {
	id: string;
	parts: Array<{ number: number; etag: string }>;
}

/** Joins the parts and checks the file; a file that fails the check is removed. */
export function completeUpload({ service, workspaceId, input }: Context<Completion>): Result {
	const { clock, dialect, settings, state } = service;
	const item = state.mediaItem(workspaceId, input.id);
	if (item.status !== 'uploading') {
		if (dialect.completeTwice === 'item') return { data: presentMedia(service, item) };
		throw conflict('upload_completed', 'The upload was completed before.');
	}
	requireParts(item, input.parts);
	const bytes = Buffer.concat(item.parts.map((part) => part.bytes));
	const { problems, width, height } = inspect(service, item, bytes);
	if (problems.length > 0) {
		state.media.delete(item.id);
		throw invalid(problems, 'media_invalid');
	}
	Object.assign(item, { bytes, width, height, parts: [], status: 'processing' });
	clock.schedule(clock.now() + settings.mediaProcessingMs, () => {
		if (!state.media.has(item.id)) return;
		item.status = 'ready';
		item.readyAtMs = clock.now();
		const data = { media_id: item.id, status: item.status };
		service.webhooks.emit(workspaceId, 'media.ready', data);
	});
	return { data: presentMedia(service, item) };
}

/** Throws 422 unless the list names every part once, in order, with its ETag. */
function requireParts(item: MediaItem, listed: Completion['parts']): void {
	const count = partCount(item);
	const problems = listed.flatMap(({ number, etag }, index) => {
		const field = `parts.${index}`;
		if (number !== index + 1) return [{ field: `${field}.number`, message: 'is out of order' }];
		const sent = item.parts[index];
		if (!sent) return [{ field: `${field}.number`, message: 'was not uploaded' }];
		return sent.etag === etag ? [] : [{ field: `${field}.etag`, message: 'does not match' }];
	});
	if (listed.length !== count) {
		problems.push({ field: 'parts', message: `must list ${count} parts, not ${listed.length}` });
	}
	if (problems.length > 0) throw invalid(problems);
}
