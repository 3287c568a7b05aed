import { executionScope, type Item } from '../../properties/item';
import { clock } from '../../shared/clock';
import { digest } from './publishing/details';
import { runKeysOf } from './publishing/runKeys';
import { recallKnownRetry, retryIdentity, type AcceptedRetry } from './retryMemory';

/*
 * What n8n's store holds of the retries of a node that the service has accepted, for other processes of n8n and after a
 * restart: for a day, the failure from which each began.
 */

const PERIOD_MS = 60 * 60_000;
/** The service forgets the idempotency keys of commands that are older. */
const PERIODS_REMEMBERED = 24;

/** Of any retry, or of one that began from a failure. */
const noteOf = (period: number, failure = ''): string => `retried:${period}:${failure}`;

function periodsNow(): number[] {
	const now = Math.floor(clock.now() / PERIOD_MS);
	return Array.from({ length: PERIODS_REMEMBERED }, (_, index) => now - index);
}

const keyOf = (item: Item, id: string): string => `retry:${digest(retryIdentity(item, id))}`;

/**
 * Call it once the service has accepted the retry of a delivery. If n8n's store fails, only this process knows of the retry.
 *
 * @param failure identifies the failure that the delivery showed before
 */
export async function noteRetry(
	item: Item,
	id: string,
	failure: string | undefined,
): Promise<void> {
	if (failure === undefined || executionScope(item).hasNoWorkflow) return;
	const [now = 0] = periodsNow();
	const { ledger } = runKeysOf(item.functions);
	await ledger.note(keyOf(item, id), [noteOf(now), noteOf(now, failure)]).catch(() => undefined);
}

/** Whether another process has sent a retry of the delivery, of which this one does not know. */
export async function mayBeRetriedElsewhere(item: Item, id: string): Promise<boolean> {
	return await isNoted(item, id, undefined);
}

/** The retry of another process that is under way, because the delivery still shows the failure from which it began. */
export async function retryElsewhere(
	item: Item,
	id: string,
	failure: string | undefined,
): Promise<AcceptedRetry | undefined> {
	if (failure === undefined || !(await isNoted(item, id, failure))) return undefined;
	return { acceptedAtMs: 0, failure };
}

async function isNoted(item: Item, id: string, failure: string | undefined): Promise<boolean> {
	if (executionScope(item).hasNoWorkflow || recallKnownRetry(item, id) !== undefined) return false;
	const notes = periodsNow().map((period) => noteOf(period, failure));
	const { ledger } = runKeysOf(item.functions);
	return await ledger.readDetails(keyOf(item, id), notes).then(
		(found) => found.size > 0,
		() => false,
	);
}
