import { executionScope, type Item } from '../../properties/item';
import { clock } from '../../shared/clock';
import { digest } from './publishing/details';
import { runKeysOf } from './publishing/runKeys';

/*
 * What n8n's store holds of the retries of a node that the service has accepted, for other processes of n8n and after a
 * restart: for a day, the failure from which each began. If the store fails, only this process knows of a retry.
 */

const PERIOD_MS = 60 * 60_000;
/** The service forgets the idempotency keys of commands that are older. */
const PERIODS_REMEMBERED = 24;

/** Of any retry, or of one that began from a failure. */
const noteOf = (period: number, failure = ''): string => `retried:${period}:${failure}`;

const keyOf = (delivery: string[]): string => `retry:${digest(delivery)}`;

/** @param failure identifies the failure that the delivery showed before */
export async function noteRetry(item: Item, delivery: string[], failure?: string): Promise<void> {
	if (failure === undefined || executionScope(item).hasNoWorkflow) return;
	const [now = 0] = periodsNow();
	const { ledger } = runKeysOf(item.functions);
	const notes = [noteOf(now), noteOf(now, failure)];
	await ledger.note(keyOf(delivery), notes).catch(() => undefined);
}

/** @param failure from which the retry began; if undefined, any retry of the delivery counts */
export async function isRetryNoted(
	item: Item,
	delivery: string[],
	failure?: string,
): Promise<boolean> {
	if (executionScope(item).hasNoWorkflow) return false;
	const notes = periodsNow().map((period) => noteOf(period, failure));
	const { ledger } = runKeysOf(item.functions);
	const found = await ledger.readDetails(keyOf(delivery), notes).catch(() => new Set());
	return found.size > 0;
}

function periodsNow(): number[] {
	const now = Math.floor(clock.now() / PERIOD_MS);
	return Array.from({ length: PERIODS_REMEMBERED }, (_, index) => now - index);
}
