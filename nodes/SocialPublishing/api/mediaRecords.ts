import type { IDataObject } from 'n8n-workflow';
import { readRecord, firstText, textOf } from '../shared/json';

export interface StartedUpload {
	id: string;
	partSizeBytes: number | undefined;
}

export function readStartedUpload(data: unknown): StartedUpload | undefined {
	const record = readRecord(data);
	const media = readRecord(record.media);
	const upload = readRecord(record.upload);
	// Next to a media id, a plain id is that of the upload.
	const id = firstText(record.media_id, media.id, upload.media_id, record.id);
	if (id === undefined) return undefined;
	const sizes = [record, upload, media].flatMap((holder) => [
		holder.part_size,
		holder.part_size_bytes,
		holder.partSize,
		holder.chunk_size,
	]);
	const partSizeBytes = sizes
		.map((size) => Number(firstText(size)))
		.find((size) => Number.isInteger(size) && size > 0);
	return { id, partSizeBytes };
}

/** The ETag of an uploaded part: in the body, in the header, or in both. */
export function readPartEtag(data: unknown, header: string | undefined): string | undefined {
	const record = readRecord(data);
	const part = readRecord(record.part);
	return firstText(record.etag, record.ETag, record.e_tag, part.etag, header);
}

export type MediaReadiness = 'ready' | 'failed' | 'open';

const FAILED_MEDIA_PATTERN = /fail|invalid|reject|^(error|removed|deleted|aborted|expired)/i;

export function readMediaReadiness(media: IDataObject): MediaReadiness {
	if (media.ready === true) return 'ready';
	const states = [media.status, media.readiness, media.state, media.readiness_status].map(textOf);
	if (states.some((state) => /^ready$/i.test(state ?? ''))) return 'ready';
	return states.some((state) => FAILED_MEDIA_PATTERN.test(state ?? '')) ? 'failed' : 'open';
}
