import type { IDataObject } from 'n8n-workflow';
import { firstText, isRecord, textOf } from '../../shared/json';

/** An event as the service sent it. */
export interface ServiceEvent {
	/** The whole body where the id is a number too large for JavaScript: rounded, it would be another event's as well. */
	id: string;
	type: string;
	/** The whole envelope. */
	envelope: IDataObject;
}

/** Reads a verified body; undefined when it is no event. */
export function parseEvent(body: Buffer): ServiceEvent | undefined {
	let envelope: unknown;
	try {
		// n8n, too, reads over a byte order mark.
		envelope = JSON.parse(body.toString('utf8').replace(/^\uFEFF/, ''));
	} catch {
		return undefined;
	}
	if (!isRecord(envelope)) return undefined;
	const isRounded = typeof envelope.id === 'number' && !Number.isSafeInteger(envelope.id);
	const id = firstText(isRounded ? body.toString('utf8') : envelope.id);
	const type = textOf(envelope.type);
	return id === undefined || type === undefined ? undefined : { id, type, envelope };
}
