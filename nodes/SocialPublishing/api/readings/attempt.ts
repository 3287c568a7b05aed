import type { IDataObject } from 'n8n-workflow';

import { firstText, isRecord } from '../../shared/json';
import { readDestinationId, readDestinationStatus } from './delivery';
import { readErrorText } from './record';
import { readEndedMs } from './times';

/**
 * What tells one attempt at a delivery from another: its outcome, when it ended, and the attempts so far. A field of
 * another name does not count, because it may change while nothing happens to the delivery.
 */
export function readAttempt(post: IDataObject, destination: IDataObject): unknown {
	const own = [destination, ...historyOf(post, destination)];
	return own.map((record) => [
		readDestinationStatus(record),
		readErrorText(record),
		readEndedMs(record),
		...countsOf(record),
	]);
}

/** The attempts at a delivery that the post lists. */
function historyOf(post: IDataObject, destination: IDataObject): IDataObject[] {
	// reading(attempts at the deliveries of a post): delivery_history, history, attempts; of the post or the destination
	const { delivery_history, history, attempts } = post;
	const id = readDestinationId(destination);
	const ofPost = [delivery_history, history, attempts]
		.flat()
		.filter(isRecord)
		.filter(({ destination_id }) => firstText(destination_id) === id);
	const ofDestination = [destination.delivery_history, destination.history, destination.attempts]
		.flat()
		.filter(isRecord);
	return [...ofPost, ...ofDestination];
}

function countsOf(record: IDataObject): Array<string | undefined> {
	// reading(number of an attempt): attempt, attempts, attempt_count, retry_count
	const { attempt, attempts, attempt_count, retry_count } = record;
	return [attempt, attempts, attempt_count, retry_count].map((count) => firstText(count));
}
