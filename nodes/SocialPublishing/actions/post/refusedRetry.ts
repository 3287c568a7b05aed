import type { IDataObject } from 'n8n-workflow';

import { listAccountIds, type DeliveryNamer } from '../../api/deliveries';
import { readDestinationName } from '../../api/readings/delivery';
import type { ServiceFailure } from '../../shared/failure';
import { isAboutAccess, RECONNECT_ADVICE } from './accountAccess';

export const RETRY_PURPOSE = 'retry the delivery';

/** A retry that the service did not accept, or may not have accepted. */
export interface RefusedRetry {
	destination: IDataObject;
	failure: ServiceFailure;
}

/** Names the account of the retry, and those whose retry the service has accepted. Only a failure needs their names. */
export function refusedRetryFailure(
	{ destination, failure }: RefusedRetry,
	accepted: IDataObject[],
	nameOf: DeliveryNamer,
): ServiceFailure {
	const { happened, facts } = failure;
	if (happened !== undefined)
		failure.message = `Could not ${purposeOfRetry(destination, nameOf)}: ${happened}`;
	const sentences = [
		isAboutAccess(facts) ? RECONNECT_ADVICE : undefined,
		accepted.length > 0
			? `The service has accepted the retry for ${accepted.map(nameOf).join(', ')}.`
			: undefined,
		listAccountIds([destination], nameOf),
	].filter((sentence) => sentence !== undefined);
	for (const sentence of sentences) failure.advise(sentence);
	return failure;
}

/** As it completes "Could not …". */
export function purposeOfRetry(
	destination: IDataObject,
	nameOf: DeliveryNamer = readDestinationName,
): string {
	return `${RETRY_PURPOSE} to ${nameOf(destination)}`;
}
