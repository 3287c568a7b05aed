import type { IDataObject } from 'n8n-workflow';

import { firstText, firstTextIn, isRecord, readRecord, textOf, valuesOf } from '../../shared/json';
import { readOwnName, readRecordId } from './record';

const FAILED_MEDIA_PATTERN = /fail|invalid|reject|^(error|removed|deleted|aborted|expired)/i;

export function readMediaReadiness(media: IDataObject): 'ready' | 'failed' | 'open' {
	// reading(readiness of media): ready or is_ready as true, or a word in one of these fields or in its status
	if (media.ready === true || media.is_ready === true) return 'ready';
	const fields = valuesOf(media, ['status', 'readiness', 'state', 'readiness_status']);
	const states = fields.map((each) => textOf(each) ?? textOf(readRecord(each).status));
	if (states.some((each) => /^ready$/i.test(each ?? ''))) return 'ready';
	return states.some((each) => FAILED_MEDIA_PATTERN.test(each ?? '')) ? 'failed' : 'open';
}

/** A media item with the ID that it was uploaded under, whatever its record states. */
export interface MediaItem {
	id: string;
	/** As the service sent it, with this ID. */
	record: IDataObject;
}

export function toMediaItem(id: string, record: IDataObject): MediaItem {
	return { id, record: readRecordId(record) === id ? record : { ...record, id } };
}

/** What the record of a media item states. */
interface MediaFacts {
	name: string | undefined;
	fileName: string | undefined;
	mimeType: string | undefined;
	isVideo: boolean;
	/** In pixels. */
	width: number | undefined;
	height: number | undefined;
	sizeBytes: number | undefined;
	altText: string | undefined;
}

export function readMediaFacts(data: IDataObject): MediaFacts {
	// reading(facts about a media item): width and height, also in dimensions; the byte size in size, byte_size or bytes
	const media = readMediaIn(data);
	const { alt, byte_size, bytes, dimensions, height, name, size, type, width } = media;
	const nested = readRecord(dimensions);
	return {
		name: readOwnName(media),
		fileName: textOf(name),
		mimeType: textOf(type),
		isVideo: /^video/i.test(firstText(type) ?? ''),
		width: firstNumber(width, nested.width),
		height: firstNumber(height, nested.height),
		sizeBytes: firstNumber(size, byte_size, bytes),
		altText: firstText(alt),
	};
}

function firstNumber(...values: unknown[]): number | undefined {
	return values.map((value) => Number(firstText(value))).find((value) => value > 0);
}

/** The media item in a response. */
export function readMediaIn(data: unknown): IDataObject {
	// reading(response about a media item): the media item itself, or in media
	const { media } = readRecord(data);
	return isRecord(media) ? media : readRecord(data);
}

export function readStartedUpload(
	data: unknown,
): { id: string; partSizeBytes: number | undefined } | undefined {
	// reading(started upload): the record itself, media or upload; media_id, else id; its part size
	const record = readRecord(data);
	const media = readRecord(record.media);
	const upload = readRecord(record.upload);
	// Next to a media ID, a plain ID is that of the upload.
	const id = firstText(record.media_id, media.id, upload.media_id, record.id);
	return id === undefined
		? undefined
		: { id, partSizeBytes: readPartSize([record, upload, media]) };
}

function readPartSize(holders: IDataObject[]): number | undefined {
	const names = ['part_size', 'part_size_bytes', 'partSize', 'chunk_size'];
	return holders
		.flatMap((holder) => valuesOf(holder, names))
		.map((size) => Number(firstText(size)))
		.find((size) => Number.isInteger(size) && size > 0);
}

/** The ETag of an uploaded part: in the body, in the header, or in both. */
export function readPartEtag(data: unknown, header: string | undefined): string | undefined {
	// reading(ETag of a part): in the record, in its part, else the header
	const record = readRecord(data);
	const own = firstTextIn(record, ['etag', 'ETag', 'e_tag']);
	return firstText(own, readRecord(record.part).etag, header);
}

/** The body that completes an upload. */
export function toCompletion(parts: Array<{ number: number; etag: string }>): IDataObject {
	// reading(completion of an upload): parts, each with number and etag
	return { parts: parts.map(({ number, etag }) => ({ number, etag })) };
}
