import type { IDataObject } from 'n8n-workflow';

import { hasEnded, readDestinationId, showsFailure } from '../../api/readings/delivery';
import { hasFailedAgain, isRetryUnderWay, type RetriedDelivery } from '../../api/retriedDeliveries';
import { readEntry, writeEntry } from '../../commands/journal';
import { idempotencyKey, mayRepeatResponse, type IdentifiedCommand } from '../../commands/key';
import { ProcessMemory } from '../../commands/processMemory';
import { executionScope, type Item } from '../../properties/item';
import { workspacePath } from '../../properties/locators';
import { clock } from '../../shared/clock';
import { firstText, textOf } from '../../shared/json';
import { withLock } from '../../shared/withLock';

/** The last retry of a delivery that the service has accepted. */
export interface AcceptedRetry {
	acceptedAtMs: number;
	/** Identifies the failure that the delivery showed then; undefined if unknown. */
	failure?: string;
}

/** A retry that an attempt at this item has sent. */
interface OwnRetry extends AcceptedRetry {
	/** The number of retries beyond the one that the operation asks for. */
	count: number;
	/** The execution that sent them. */
	by: string | null;
}

/** A retry that any execution of this process has sent. */
interface KnownRetry extends AcceptedRetry {
	/** The path of the post, if known. */
	postPath?: string;
	/** The newest keys with which the service has accepted retries of the delivery. */
	keys: string[];
}

const MAX_KEYS = 100;
const knownRetries = new ProcessMemory<KnownRetry>();

export function retryPath(item: Item, id: string): string {
	return `${workspacePath(item, 'destinations', id)}/retry`;
}

export function recallOwnRetry(item: Item, id: string): OwnRetry | undefined {
	const stored = readEntry(executionScope(item), nameOf(id));
	if (stored === undefined) return undefined;
	const { count, by, acceptedAtMs, failure } = stored;
	return {
		count: Number(count),
		by: firstText(by) ?? null,
		acceptedAtMs: Number(acceptedAtMs),
		failure: textOf(failure),
	};
}

export function recallKnownRetry(item: Item, id: string): KnownRetry | undefined {
	return knownRetries.recall(retryIdentity(item, id));
}

/** Whether the service has accepted a retry of this item in an earlier attempt. */
export function hasAcceptedRetry(item: Item): boolean {
	return readEntry(executionScope(item), ACCEPTED) !== undefined;
}

const ACCEPTED = 'accepted retries';

/** Call it as soon as the service has accepted a retry. */
export function rememberRetry(
	item: Item,
	id: string,
	{ idempotency, identity }: Pick<IdentifiedCommand, 'idempotency' | 'identity'>,
	{ count, failure, postPath }: Pick<OwnRetry, 'count' | 'failure'> & Pick<KnownRetry, 'postPath'>,
): void {
	const acceptedAtMs = clock.now();
	rememberOwn(item, id, { count, by: executionIdOf(item), acceptedAtMs, failure });
	const earlier = recallKnownRetry(item, id);
	const key = mayRepeatResponse(idempotency) ? idempotencyKey(idempotency, identity) : undefined;
	const keys = [...(earlier?.keys ?? []), ...(key === undefined ? [] : [key])].slice(-MAX_KEYS);
	knownRetries.remember(retryIdentity(item, id), {
		acceptedAtMs,
		failure,
		postPath: postPath ?? earlier?.postPath,
		keys,
	});
}

/** Remembers the failure that a delivery still shows right after its retry was accepted; undefined if it shows none. */
export function rememberShownFailure(
	item: Item,
	id: string,
	failure: string | undefined,
	postPath: string,
): void {
	const own = recallOwnRetry(item, id);
	const known = recallKnownRetry(item, id);
	if (own !== undefined) rememberOwn(item, id, { ...own, failure });
	if (known === undefined) return;
	knownRetries.remember(retryIdentity(item, id), { ...known, failure, postPath });
}

/** Call it when an item continues with a retry that another execution has sent. */
export function adoptRetry(item: Item, id: string, { acceptedAtMs, failure }: AcceptedRetry): void {
	rememberOwn(item, id, { count: 0, by: executionIdOf(item), acceptedAtMs, failure });
}

/**
 * The last accepted retry of a delivery, if it is still running: another retry could then post twice. Another execution
 * counts only as long as the delivery does not certainly show a new failure.
 */
export function retryUnderWay(
	item: Item,
	post: IDataObject,
	destination: IDataObject,
): AcceptedRetry | undefined {
	const id = readDestinationId(destination) ?? '';
	const own = recallOwnRetry(item, id);
	if (own !== undefined && isUnderWay(post, destination, own)) return own;
	forgetEndedRetry(item, post, destination);
	const known = recallKnownRetry(item, id);
	return known !== undefined && isUnderWay(post, destination, known) ? known : undefined;
}

function isUnderWay(post: IDataObject, destination: IDataObject, retry: AcceptedRetry): boolean {
	return isRetryUnderWay(post, destination, retry, clock.now() - retry.acceptedAtMs);
}

/**
 * Call it when the outcome of a delivery was seen: if it shows the same failure later, that is a new one. For a moment
 * after a success, an outdated record may still show the failure before it.
 */
export function forgetEndedRetry(item: Item, post: IDataObject, destination: IDataObject): void {
	const id = readDestinationId(destination) ?? '';
	const known = recallKnownRetry(item, id);
	if (known?.failure === undefined || !hasEnded(destination)) return;
	if (isUnderWay(post, destination, known) && !hasFailedAgain(destination, known)) return;
	const acceptedAtMs = showsFailure(destination) ? 0 : clock.now();
	knownRetries.remember(retryIdentity(item, id), { ...known, acceptedAtMs, failure: undefined });
}

/** Whether the service has accepted the key of a retry before, so it would only repeat its response. */
export function isKeyUsed(
	item: Item,
	id: string,
	{ idempotency, identity }: Pick<IdentifiedCommand, 'idempotency' | 'identity'>,
): boolean {
	const key = idempotencyKey(idempotency, identity) ?? '';
	return recallKnownRetry(item, id)?.keys.includes(key) === true;
}

/** The retried delivery as it was when the service accepted its retry, for the wait. */
export function retriedDelivery(item: Item, id: string): RetriedDelivery {
	return { id, failure: recallOwnRetry(item, id)?.failure };
}

export function executionIdOf({ functions }: Item): string | null {
	return functions.getExecutionId() ?? null;
}

function rememberOwn(item: Item, id: string, { count, by, acceptedAtMs, failure }: OwnRetry): void {
	const scope = executionScope(item);
	const value = { count, by, acceptedAtMs, ...(failure !== undefined && { failure }) };
	writeEntry(scope, nameOf(id), value);
	writeEntry(scope, ACCEPTED, {});
}

function nameOf(id: string): string[] {
	return ['retries', id];
}

export function retryIdentity(item: Item, id: string): string[] {
	return [item.connection.baseUrl, retryPath(item, id)];
}

/** So that of two executions in this process, the second sees the retry of the first. */
export async function oneRetryAtATime<Result>(
	item: Item,
	id: string,
	retry: () => Promise<Result>,
): Promise<Result> {
	return await withLock(retryIdentity(item, id).join(' '), retry, item.connection.signal);
}
