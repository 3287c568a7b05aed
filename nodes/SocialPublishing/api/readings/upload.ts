import type { IDataObject } from 'n8n-workflow';

import { firstText, readRecord } from '../../shared/json';

export interface StartedUpload {
	id: string;
	partSizeBytes: number | undefined;
}

export function readStartedUpload(data: unknown): StartedUpload | undefined {
	// reading(started upload): the record itself, media or upload; media_id, else id
	const record = readRecord(data);
	const media = readRecord(record.media);
	const upload = readRecord(record.upload);
	// Next to a media id, a plain id is that of the upload.
	const id = firstText(record.media_id, media.id, upload.media_id, record.id);
	return id === undefined
		? undefined
		: { id, partSizeBytes: readPartSize([record, upload, media]) };
}

function readPartSize(holders: IDataObject[]): number | undefined {
	// reading(part size): part_size, part_size_bytes, partSize, chunk_size
	return holders
		.flatMap(({ part_size, part_size_bytes, partSize, chunk_size }) =>
			[part_size, part_size_bytes, partSize, chunk_size].map((size) => Number(firstText(size))),
		)
		.find((size) => Number.isInteger(size) && size > 0);
}

/** The ETag of an uploaded part: in the body, in the header, or in both. */
export function readPartEtag(data: unknown, header: string | undefined): string | undefined {
	// reading(ETag of a part): etag, ETag, e_tag, part.etag, else the header
	const { etag, ETag, e_tag, part } = readRecord(data);
	return firstText(etag, ETag, e_tag, readRecord(part).etag, header);
}

/** The body that completes an upload. */
export function toCompletion(parts: Array<{ number: number; etag: string }>): IDataObject {
	// reading(body of complete): parts, each with number and etag
	return { parts: parts.map(({ number, etag }) => ({ number, etag })) };
}
