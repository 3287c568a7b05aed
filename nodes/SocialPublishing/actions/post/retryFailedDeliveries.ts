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
import { NOTHING_FOUND, UNDECIDED } from '../../transport/lostResponse';
import { carryOut, type Command } from '../../commands/command';
import { recallCommand } from '../../commands/commandRecord';
import { recallAttempt, rememberAttempt } from '../../commands/journal';
import { isForgotten, type IdempotencyMode } from '../../commands/key';
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
		const retry = nextRetry(item, destination, earlier, mode);
		if (retry === undefined && earlier === undefined) continue;
		triedIds.push(id);
		if (retry === undefined) continue;
		try {
			await carryOut(item.connection, retry);
			remember(item, id, (earlier?.count ?? 0) + 1);
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

/** The last retry of a delivery for this item that the service has accepted. */
interface AcceptedRetry {
	/** How often it has been tried again, beyond what the operation itself asks for. */
	count: number;
	/** The execution that did so. */
	by: string | null;
	acceptedAtMs: number;
}

/** The retry to send; undefined if none may be sent. */
function nextRetry(
	item: Item,
	destination: IDataObject,
	earlier: AcceptedRetry | undefined,
	mode: RetryMode,
): Command | undefined {
	const isCertain = hasDefinitelyFailed(destination);
	if (!isCertain && !(mode.checkedPlatform && isUncertain(destination))) return undefined;
	const command = retryCommand(item, destination, (earlier?.count ?? 0) + 1, mode);
	const open = recallCommand(item.connection, command);
	// With the same key, a retry whose response was lost is the same retry.
	if (open !== undefined) return isCertain || !isForgotten(open.sentAtMs) ? command : undefined;
	if (earlier === undefined) return command;
	// For a moment, an accepted retry may still show the failure before it.
	const isOver = clock.now() - earlier.acceptedAtMs >= HANDOVER_MS;
	return isCertain && isOver && earlier.by !== executionIdOf(item) ? command : undefined;
}

function retryCommand(
	item: Item,
	destination: IDataObject,
	count: number,
	{ idempotency, checkedPlatform }: RetryMode,
): Command {
	const id = firstText(destination.id) ?? '';
	return {
		purpose: purposeOfRetry(destination),
		identity: {
			path: `${workspacePath(item, 'destinations', id)}/retry`,
			content: { retry: count },
			step: `retry-${encodeURIComponent(id)}-${count}`,
		},
		idempotency,
		request: { method: 'POST', safety: 'keyed' },
		isEdited: false,
		prepare: async () => ({ json: { checked_platform: checkedPlatform } }),
		// A day later, a delivery that has failed shows that no retry is under way.
		find: async ({ why }) => (why === 'refused' ? UNDECIDED : NOTHING_FOUND),
	};
}

/** For an operation that has itself asked for a retry, which the service has accepted. */
export function rememberAcceptedRetry(item: Item, id: string): void {
	if (recallRetry(item, id) === undefined) remember(item, id, 0);
}

/** Whether the service has accepted a retry of this item in an earlier attempt. */
export function hasAcceptedRetry(item: Item): boolean {
	return recallAttempt(executionScope(item), ACCEPTED) !== undefined;
}

const ACCEPTED = 'accepted retries';

function recallRetry(item: Item, id: string): AcceptedRetry | undefined {
	const stored = recallAttempt(executionScope(item), nameOf(id));
	if (stored === undefined) return undefined;
	const { count, by, acceptedAtMs } = stored;
	return { count: Number(count), by: firstText(by) ?? null, acceptedAtMs: Number(acceptedAtMs) };
}

function remember(item: Item, id: string, count: number): void {
	const scope = executionScope(item);
	const by = executionIdOf(item);
	rememberAttempt(scope, nameOf(id), { count, by, acceptedAtMs: clock.now() });
	rememberAttempt(scope, ACCEPTED, {});
}

function nameOf(id: string): string[] {
	return ['retries', id];
}

function executionIdOf({ functions }: Item): string | null {
	return functions.getExecutionId() ?? null;
}
