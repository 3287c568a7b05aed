import type { IDataObject } from 'n8n-workflow';

import { hasEnded, showsFailure } from '../../api/readings/delivery';
import {
	failureOf,
	hasFailedAgain,
	isRetryUnderWay,
	type RetriedDelivery,
} from '../../api/retriedDeliveries';
import { readEntry, writeEntry } from '../../commands/journal';
import { idempotencyKey, mayRepeatResponse, type IdentifiedCommand } from '../../commands/key';
import { ProcessMemory } from '../../commands/processMemory';
import { executionScope, type Item } from '../../properties/item';
import { workspacePath } from '../../properties/locators';
import { clock } from '../../shared/clock';
import { firstText, textOf } from '../../shared/json';
import { withLock } from '../../shared/withLock';
import { isRetryNoted, noteRetry } from './retryNotes';

/** The last retry of a delivery that the service has accepted. */
interface AcceptedRetry {
	acceptedAtMs: number;
	/** Identifies the failure that the delivery showed then; undefined if unknown. */
	failure?: string;
}

/** A retry that an attempt at the item has sent. */
interface OwnRetry extends AcceptedRetry {
	/** The number of retries beyond the one that the operation asks for. */
	count: number;
	/** This execution has sent it, rather than the failed one that it retries. */
	isOfThisExecution: boolean;
}

/** A retry that any execution of this process has sent. */
interface KnownRetry extends AcceptedRetry {
	/** The path of the post, if known. */
	postPath?: string;
	/** The newest keys with which the service has accepted retries of the delivery. */
	keys: string[];
}

/** What identifies the command of a retry. */
export type RetryCommand = Pick<IdentifiedCommand, 'purpose' | 'identity' | 'idempotency'>;

const MAX_KEYS = 100;
const knownRetries = new ProcessMemory<KnownRetry>();

const ACCEPTED = 'accepted retries';

/** Whether the service has accepted a retry of this item in an earlier attempt. */
export function hasAcceptedRetry(item: Item): boolean {
	return readEntry(executionScope(item), ACCEPTED) !== undefined;
}

/**
 * The retries of a delivery, as far as they are known: the journal has those of the item, for its next attempts; this
 * process those of all executions; and n8n's store those of other processes.
 */
export class Retries {
	/** The path of the command. */
	readonly path: string;
	/** Identifies the delivery. */
	readonly identity: string[];

	/** @param id the ID of the destination */
	constructor(
		readonly item: Item,
		readonly id: string,
	) {
		this.path = `${workspacePath(item, 'destinations', id)}/retry`;
		this.identity = [item.connection.baseUrl, this.path];
	}

	/** The last one of this item. */
	get own(): OwnRetry | undefined {
		const stored = readEntry(executionScope(this.item), this.nameInJournal);
		if (stored === undefined) return undefined;
		return {
			count: Number(stored.count),
			isOfThisExecution: (firstText(stored.by) ?? null) === this.executionId,
			acceptedAtMs: Number(stored.acceptedAtMs),
			failure: textOf(stored.failure),
		};
	}

	/** The path of the post, if a retry has shown it. */
	get postPath(): string | undefined {
		return this.known?.postPath;
	}

	/** The delivery as it was when the service accepted its retry, for the wait. */
	get retried(): RetriedDelivery {
		return { id: this.id, failure: this.own?.failure };
	}

	/** Call it as soon as the service has accepted a retry. */
	async accept(
		{ idempotency, identity }: RetryCommand,
		{ count, failure, postPath }: Pick<OwnRetry & KnownRetry, 'count' | 'failure' | 'postPath'>,
	): Promise<void> {
		const acceptedAtMs = clock.now();
		this.rememberOwn(count, { acceptedAtMs, failure });
		const { keys: earlier = [], postPath: knownPath } = this.known ?? {};
		const key = mayRepeatResponse(idempotency) ? idempotencyKey(idempotency, identity) : undefined;
		const keys = [...earlier, ...(key === undefined ? [] : [key])].slice(-MAX_KEYS);
		this.rememberKnown({ acceptedAtMs, failure, postPath: postPath ?? knownPath, keys });
		await noteRetry(this.item, this.identity, failure);
	}

	/** Remembers the failure that the delivery still shows right after its retry was accepted; undefined if it shows none. */
	async showFailure(failure: string | undefined, postPath: string): Promise<void> {
		const { own, known } = this;
		if (own !== undefined) this.rememberOwn(own.count, { ...own, failure });
		if (known !== undefined) this.rememberKnown({ ...known, failure, postPath });
		await noteRetry(this.item, this.identity, failure);
	}

	/** Call it when the item continues with a retry that another execution has sent. */
	adopt(retry: AcceptedRetry): void {
		this.rememberOwn(0, retry);
	}

	/** Whether any execution may have sent one. */
	async mayHaveBegun(): Promise<boolean> {
		return this.known !== undefined || (await isRetryNoted(this.item, this.identity));
	}

	/**
	 * The last accepted retry, if it is still running: another retry could then post twice. That of another execution
	 * counts only as long as the delivery does not certainly show a new failure.
	 */
	async findUnderWay(post: IDataObject, delivery: IDataObject): Promise<AcceptedRetry | undefined> {
		const { own } = this;
		if (own !== undefined && isUnderWay(post, delivery, own)) return own;
		this.forgetEnded(post, delivery);
		const { known } = this;
		if (known !== undefined) return isUnderWay(post, delivery, known) ? known : undefined;
		const failure = failureOf(post, delivery);
		const isNoted =
			failure !== undefined && (await isRetryNoted(this.item, this.identity, failure));
		return isNoted ? { acceptedAtMs: 0, failure } : undefined;
	}

	/**
	 * Call it when the outcome of the delivery was seen: if it shows the same failure later, that is a new one. For a moment
	 * after a success, an outdated record may still show the failure before it.
	 */
	forgetEnded(post: IDataObject, delivery: IDataObject): void {
		const { known } = this;
		if (known?.failure === undefined || !hasEnded(delivery)) return;
		if (isUnderWay(post, delivery, known) && !hasFailedAgain(delivery, known)) return;
		const acceptedAtMs = showsFailure(delivery) ? 0 : clock.now();
		this.rememberKnown({ ...known, acceptedAtMs, failure: undefined });
	}

	/** Whether the service has accepted the key of a retry before, so it would only repeat its response. */
	isKeyUsed({ idempotency, identity }: RetryCommand): boolean {
		return this.known?.keys.includes(idempotencyKey(idempotency, identity) ?? '') === true;
	}

	/** So that of two executions in this process, the second sees the retry of the first. */
	async oneAtATime<Result>(retry: () => Promise<Result>): Promise<Result> {
		return await withLock(this.identity.join(' '), retry, this.item.connection.signal);
	}

	private get known(): KnownRetry | undefined {
		return knownRetries.recall(this.identity);
	}

	private rememberKnown(retry: KnownRetry): void {
		knownRetries.remember(this.identity, retry);
	}

	private rememberOwn(count: number, { acceptedAtMs, failure }: AcceptedRetry): void {
		const scope = executionScope(this.item);
		const by = this.executionId;
		const value = { count, by, acceptedAtMs, ...(failure !== undefined && { failure }) };
		writeEntry(scope, this.nameInJournal, value);
		writeEntry(scope, ACCEPTED, {});
	}

	private get nameInJournal(): string[] {
		return ['retries', this.id];
	}

	private get executionId(): string | null {
		return this.item.functions.getExecutionId() ?? null;
	}
}

function isUnderWay(post: IDataObject, delivery: IDataObject, retry: AcceptedRetry): boolean {
	return isRetryUnderWay(post, delivery, retry, clock.now() - retry.acceptedAtMs);
}
