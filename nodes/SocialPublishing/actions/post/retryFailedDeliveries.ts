import type { IDataObject } from 'n8n-workflow';

import { readAccountNames } from '../../api/accountDirectory';
import { deliveryNamer } from '../../api/deliveryLabels';
import { HANDOVER_MS } from '../../api/outcome';
import { readDestinationStatus } from '../../api/readings/delivery';
import { readDestinations } from '../../api/readings/post';
import { executionScope, type Item } from '../../properties/item';
import { workspacePath } from '../../properties/locators';
import { clock } from '../../shared/clock';
import { asServiceFailure, CancelledFailure } from '../../shared/failure';
import { firstText } from '../../shared/json';
import { call } from '../../transport/call';
import { forgetAttempt, recallAttempt, rememberAttempt } from '../../transport/earlierAttempts';
import { mayHaveTakenEffect } from '../../transport/errors';
import { keyed, type IdempotencyMode } from '../../transport/idempotencyKey';
import { KEY_LIFETIME_MS } from '../../transport/retry';
import { purposeOfRetry, refusedRetryFailure, type RefusedRetry } from './refusedRetry';

export interface RetryMode {
	idempotency: IdempotencyMode;
	/** The user has checked that uncertain deliveries are not on the platform. */
	checkedPlatform: boolean;
}

/** Whether a delivery certainly did not reach the platform. Of `needs_review`, nobody can tell. */
export function hasDefinitelyFailed(destination: IDataObject): boolean {
	const status = readDestinationStatus(destination);
	return status === 'failed' || status === 'blocked';
}

export function isUncertain(destination: IDataObject): boolean {
	return readDestinationStatus(destination) === 'needs_review';
}

/**
 * Tries every delivery of a post again that certainly failed and, if the user has checked the platform, those whose
 * outcome is uncertain. Each execution tries a delivery once. The Retry of an execution tries again what has definitely
 * failed again, but never what has become uncertain. A refused retry does not keep the others from being sent.
 *
 * @returns the ids of the destinations that are tried again, now or in an earlier attempt at this item
 * @throws ServiceFailure the first failure
 */
export async function retryFailedDeliveries(
	item: Item,
	post: IDataObject,
	mode: RetryMode,
): Promise<string[]> {
	const triedIds: string[] = [];
	const accepted: IDataObject[] = [];
	const refused: RefusedRetry[] = [];
	for (const destination of readDestinations(post)) {
		const id = firstText(destination.id);
		if (id === undefined) continue;
		const earlier = recallRetry(item, id);
		const count = nextRetry(item, destination, earlier, mode.checkedPlatform);
		if (count === undefined && earlier === undefined) continue;
		triedIds.push(id);
		if (count === undefined) continue;
		try {
			await sendRetry(item, destination, count, mode);
			accepted.push(destination);
		} catch (error) {
			const failure = asServiceFailure(error);
			if (failure instanceof CancelledFailure) throw failure;
			refused.push({ destination, failure });
		}
	}
	const [first] = refused;
	if (first === undefined) return triedIds;
	const accounts = await readAccountNames(item.connection, workspacePath(item));
	throw refusedRetryFailure(first, accepted, deliveryNamer(post, accounts));
}

/** What this item has done about a delivery. */
interface EarlierRetry {
	/** How often it has been tried again, beyond what the operation itself asks for. */
	count: number;
	/** The execution that did so last. */
	by: string | null;
	sentAtMs: number;
	isAccepted: boolean;
}

/** The number of the retry to send; undefined if none may be sent. */
function nextRetry(
	item: Item,
	destination: IDataObject,
	earlier: EarlierRetry | undefined,
	checkedPlatform: boolean,
): number | undefined {
	const isCertain = hasDefinitelyFailed(destination);
	if (!isCertain && !(checkedPlatform && isUncertain(destination))) return undefined;
	if (earlier === undefined) return 1;
	const { count, by, isAccepted } = earlier;
	// With the same key, a retry whose response was lost is the same retry.
	if (!isAccepted) return isCertain || !isForgotten(earlier) ? count : undefined;
	// For a moment, an accepted retry may still show the failure before it.
	const isOver = clock.now() - earlier.sentAtMs >= HANDOVER_MS;
	return isCertain && isOver && by !== executionIdOf(item) ? count + 1 : undefined;
}

async function sendRetry(
	item: Item,
	destination: IDataObject,
	count: number,
	{ idempotency, checkedPlatform }: RetryMode,
): Promise<void> {
	const id = firstText(destination.id) ?? '';
	const path = `${workspacePath(item, 'destinations', id)}/retry`;
	const step = `retry-${encodeURIComponent(id)}-${count}`;
	const identity = { path, content: { retry: count }, step };
	const earlier = recallRetry(item, id);
	const wasSentBefore = earlier !== undefined && !earlier.isAccepted;
	const isRepeated = wasSentBefore && !isForgotten(earlier);
	const attempt = { count, by: executionIdOf(item), isAccepted: false };
	remember(item, id, { ...attempt, sentAtMs: isRepeated ? earlier.sentAtMs : clock.now() });
	await call(item.connection, {
		purpose: purposeOfRetry(destination),
		method: 'POST',
		path,
		json: { checked_platform: checkedPlatform },
		...keyed(idempotency, identity),
		safety: 'keyed',
		wasSentBefore,
	}).catch((error: unknown) => {
		if (!mayHaveTakenEffect(error)) remember(item, id, earlier);
		throw error;
	});
	remember(item, id, { ...attempt, isAccepted: true, sentAtMs: clock.now() });
}

/** For an operation that has itself asked for a retry, which the service has accepted. */
export function rememberAcceptedRetry(item: Item, id: string): void {
	if (recallRetry(item, id) !== undefined) return;
	const by = executionIdOf(item);
	remember(item, id, { count: 0, by, isAccepted: true, sentAtMs: clock.now() });
}

/** Whether the service has accepted a retry of this item in an earlier attempt. */
export function hasAcceptedRetry(item: Item): boolean {
	return recallAttempt(executionScope(item), ACCEPTED) !== undefined;
}

const ACCEPTED = 'accepted retries';

function recallRetry(item: Item, id: string): EarlierRetry | undefined {
	const stored = recallAttempt(executionScope(item), nameOf(id));
	if (stored === undefined) return undefined;
	const { count, by, sentAtMs, isAccepted } = stored;
	return {
		count: Number(count),
		by: firstText(by) ?? null,
		sentAtMs: Number(sentAtMs),
		isAccepted: isAccepted === true,
	};
}

function remember(item: Item, id: string, retry: EarlierRetry | undefined): void {
	const scope = executionScope(item);
	if (retry === undefined) forgetAttempt(scope, nameOf(id));
	else rememberAttempt(scope, nameOf(id), { ...retry, isOpen: !retry.isAccepted });
	if (retry?.isAccepted) rememberAttempt(scope, ACCEPTED, {});
}

function nameOf(id: string): string[] {
	return ['retries', id];
}

function executionIdOf({ functions }: Item): string | null {
	return functions.getExecutionId() ?? null;
}

function isForgotten({ sentAtMs }: EarlierRetry): boolean {
	return clock.now() > sentAtMs + KEY_LIFETIME_MS;
}
