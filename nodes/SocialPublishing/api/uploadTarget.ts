import type { IDataObject } from 'n8n-workflow';

import type { Connection } from '../transport/connection';
import type { ServiceResponse } from '../transport/types';

export interface UploadFile {
	name: string;
	/** `image/jpeg` or `video/mp4`. */
	type: string;
	sizeBytes: number;
	/** The bytes in order, in parts of exactly the requested size, except for the last. */
	parts(partSizeBytes: number): AsyncIterable<Buffer>;
}

export interface UploadedPart {
	number: number;
	etag: string;
}

/** An upload that has been started and not completed. */
export interface OpenUpload {
	mediaId: string;
	partSizeBytes: number;
	parts: UploadedPart[];
	/** The record that the service returned for the start. */
	started: IDataObject;
	/** The completion was sent, and nobody knows whether it took effect. */
	mayBeComplete: boolean;
}

/** Where an upload goes: through the REST API, or through the tools with a ticket. */
export interface UploadTarget {
	connection: Connection;
	/** Distinguishes this service and workspace from every other. */
	place: string;
	/** Returns the service's record of the upload that it has started. */
	start(purpose: string, file: UploadFile): Promise<IDataObject>;
	sendPart(
		purpose: string,
		upload: OpenUpload,
		number: number,
		bytes: Buffer,
	): Promise<ServiceResponse>;
	/** Returns the media item. */
	complete(purpose: string, upload: OpenUpload): Promise<IDataObject>;
	read(purpose: string, mediaId: string): Promise<IDataObject>;
}
