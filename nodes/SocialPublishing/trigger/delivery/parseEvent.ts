import type { IDataObject } from 'n8n-workflow';

import { firstText, isRecord, textOf, boundedCopy } from '../../shared/json';

/** An event as the service sent it. */
export interface ServiceEvent {
	/** The whole body if the ID is a number too large for JavaScript: rounded, other events would share it. */
	id: string;
	type: string;
	/** The whole envelope. */
	envelope: IDataObject;
}

/** Parses a verified body. Returns undefined if it is not an event. */
export function parseEvent(body: Buffer): ServiceEvent | undefined {
	let envelope: unknown;
	try {
		// n8n's own parser ignores a byte order mark as well.
		envelope = boundedCopy(JSON.parse(body.toString('utf8').replace(/^\uFEFF/, '')));
	} catch {
		return undefined;
	}
	if (!isRecord(envelope)) return undefined;
	const isRounded = typeof envelope.id === 'number' && !Number.isSafeInteger(envelope.id);
	const id = firstText(isRounded ? body.toString('utf8') : envelope.id);
	const type = textOf(envelope.type);
	return id === undefined || type === undefined ? undefined : { id, type, envelope };
}
