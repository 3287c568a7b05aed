import type { IDataObject } from 'n8n-workflow';

import { readRecord, textOf } from '../../shared/json';

export type MediaReadiness = 'ready' | 'failed' | 'open';

const FAILED_MEDIA_PATTERN = /fail|invalid|reject|^(error|removed|deleted|aborted|expired)/i;

export function readMediaReadiness(media: IDataObject): MediaReadiness {
	// reading(readiness of media): ready as true or as a word in status, readiness, state, readiness_status
	const { ready, status, readiness, state, readiness_status } = media;
	if (ready === true) return 'ready';
	const states = [status, readiness, state, readiness_status].map(textOf);
	if (states.some((each) => /^ready$/i.test(each ?? ''))) return 'ready';
	return states.some((each) => FAILED_MEDIA_PATTERN.test(each ?? '')) ? 'failed' : 'open';
}

/** The media item in the response to the completion of its upload. */
export function readCompletedMedia(data: unknown): IDataObject {
	// reading(response to complete): the media item itself, or in media
	return readRecord(readRecord(data).media ?? data);
}
