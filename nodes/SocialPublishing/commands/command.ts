import type { IDataObject } from 'n8n-workflow';

import { clock } from '../shared/clock';
import { mayHaveTakenEffect, type ServiceFailure } from '../shared/failure';
import { call } from '../transport/call';
import type { Connection } from '../transport/connection';
import { RefusedFailure } from '../transport/errors';
import { recoverLostResponse, UNDECIDED, type Finding } from '../transport/finding';
import type { Call, ServiceResponse } from '../transport/types';
import { keyInUseFailure, undecidedFailure, type Uncertainty } from './uncertainty';
import {
	recordResponse,
	deleteSentCommand,
	hasNewContent,
	recordSending,
	readSentCommand,
	type SentCommand,
} from './sentCommands';
import {
	idempotencyKey,
	isForgotten,
	keyed,
	type IdempotencyMode,
	type IdentifiedCommand,
	type WithKey,
} from './key';
import {
	ifMatch,
	ifMatchOf,
	forgetSentEtag,
	recallSentEtag,
	rememberSentEtag,
	withCurrentPost,
	type Revision,
} from './revision';
import type { ReviewOf } from './review';

/** A command that takes effect once for an item, however often n8n runs the item. */
export interface Command extends IdentifiedCommand {
	/** The parts of its call that do not follow from the other fields. */
	request: Pick<Call, 'method' | 'safety' | 'needsRecord' | 'guard'>;
	/** Another run may have sent it. */
	mayBeBegun?: () => Promise<boolean>;
	/** Another run may send it with the same key, so a refusal may be due to the command of that run. */
	isShared?: boolean;
	/** Makes the body, and states the revision of the post that it applies to. Not called for a repeat. */
	prepare: () => Promise<{ json?: IDataObject; revision?: Revision }>;
	/** Looks for its effect. Without this function, the search is undecided. */
	find?: (uncertainty: Uncertainty) => Promise<Finding>;
	/** The item is posted once: its entries in the ledger outlive the execution. */
	ledger?: { begin(): Promise<void>; erase(): Promise<void> };
	/**
	 * The key to use instead if the service knows the first key with other content, or reports a conflict of unknown kind, but
	 * no effect is found, or if it has repeated this response but the post no longer exists.
	 */
	otherKey?: (repeated: ServiceResponse | undefined) => IdempotencyMode;
	/** The record in the data of a response, where it may be wrapped. */
	unwrap?: (data: unknown) => unknown;
	/** Checks a response that may be the stored one to an earlier command with the key. */
	review?: ReviewOf;
}

/** `isResumed`: this attempt has not sent the command, because an earlier one had taken effect. */
export type CommandResponse = ServiceResponse & { isResumed: boolean };

/**
 * Carries out a command so that it takes effect once.
 *
 * @throws ServiceFailure also if the content has been edited and the earlier content may have taken effect
 */
export async function carryOut(
	connection: Connection,
	unsentCommand: Command,
): Promise<CommandResponse> {
	const { idempotency, identity } = unsentCommand;
	const command = { ...unsentCommand, key: idempotencyKey(idempotency, identity) };
	const earlier = readSentCommand(connection, command);
	const isNew = hasNewContent(connection, command);
	if (earlier?.response !== undefined) return { ...earlier.response, isResumed: true };

	const wasSentBefore = recallSentEtag(connection, command) !== undefined;
	const uncertainty = await uncertaintyOf(command, earlier);
	if (uncertainty !== undefined) {
		const found = await findEffect(command, uncertainty);
		if (found !== undefined) {
			recordResponse(connection, command, earlier ?? { json: {}, sentAtMs: clock.now() }, found);
			return { ...found, isResumed: true };
		}
		deleteSentCommand(connection, command);
		forgetSentEtag(connection, command);
	}

	// Under the same key, only the same body is the same command: `$now` has another value in each attempt.
	const repeated = uncertainty === undefined && !isNew ? earlier : undefined;
	const mayHaveBeenSent = (uncertainty === undefined && earlier !== undefined) || wasSentBefore;
	const started = repeated ?? (await startCommand(connection, command));
	await command.ledger?.begin();
	recordSending(connection, command, started);
	rememberSentEtag(connection, command, started);
	try {
		const response = await send(connection, command, started, mayHaveBeenSent);
		recordResponse(connection, command, started, response);
		return { ...response, isResumed: false };
	} catch (error) {
		if (!mayHaveTakenEffect(error)) {
			deleteSentCommand(connection, command);
			forgetSentEtag(connection, command);
			await command.ledger?.erase();
		}
		throw await withCurrentPost(connection, started, error);
	}
}

async function uncertaintyOf(
	{ idempotency, mayBeBegun }: Command,
	earlier: SentCommand | undefined,
): Promise<Uncertainty | undefined> {
	if (earlier === undefined) return (await mayBeBegun?.()) ? { why: 'otherRun' } : undefined;
	// A command without a key may be sent again in a further attempt: at worst, a refresh is refused or an event arrives twice.
	if (idempotency.mode === 'none' || !isForgotten(earlier.sentAtMs)) return undefined;
	const { json, sentAtMs } = earlier;
	return { why: 'forgotten', json, sentAtMs };
}

/** @throws ServiceFailure if the search is undecided */
async function findEffect(
	command: Command,
	uncertainty: Uncertainty,
): Promise<ServiceResponse | undefined> {
	const finding = (await command.find?.(uncertainty)) ?? UNDECIDED;
	if (finding.is === 'undecided') throw finding.failure ?? undecidedFailure(command);
	return finding.is === 'found' ? finding.response : undefined;
}

async function startCommand(
	connection: Connection,
	command: WithKey<Command>,
): Promise<SentCommand> {
	const { json = {}, revision } = await command.prepare();
	const sentAtMs = clock.now();
	if (revision === undefined) return { json, sentAtMs };
	const etag = await ifMatch(connection, command, revision);
	return { json, sentAtMs, etag, postPath: revision.postPath };
}

/** Sends a command with its key or, if that is used up, with its other keys. */
async function send(
	connection: Connection,
	command: WithKey<Command>,
	started: SentCommand,
	mayHaveBeenSent: boolean,
): Promise<ServiceResponse> {
	const { purpose, identity, request, otherKey } = command;
	const { json } = started;
	const whole = { ...request, purpose, path: identity.path, json, ...ifMatchOf(started) };
	let outdated: ServiceFailure | undefined;
	let { idempotency, key } = command;
	for (let keysUsed = 0; keysUsed < MAX_KEYS; keysUsed++) {
		const keys = keyed(idempotency, key);
		let finding: Finding = UNDECIDED;
		const search = async (refusal: RefusedFailure) =>
			(finding = (await command.find?.({ why: 'refused', json, refusal })) ?? UNDECIDED);
		const response = await call(connection, { ...whole, ...keys, wasSentBefore: mayHaveBeenSent })
			.then((received) => ({ ...received, data: command.unwrap?.(received.data) ?? received.data }))
			.catch(recoverLostResponse(search, command.isShared))
			.catch((error: unknown) => {
				// If the search fails, the command may have been carried out.
				const hasNoEffect = finding.is === 'none' && isAboutKey(error);
				if (otherKey === undefined || !hasNoEffect) throw error;
				return undefined;
			});
		if (response !== undefined) {
			const review = await command.review?.(response, json);
			if (review?.is !== 'outdated') return review?.is === 'shown' ? review.response : response;
			outdated = review.failure;
		}
		const next = otherKey?.(response) ?? idempotency;
		const nextKey = idempotencyKey(next, identity);
		if (nextKey === key) break;
		[idempotency, key] = [next, nextKey];
	}
	throw outdated ?? keyInUseFailure(command);
}

/** Another key is needed only if the post of the previous one was deleted. */
const MAX_KEYS = 10;

/** A conflict of unknown kind counts as well, because the command itself cannot conflict with the state of a record. */
function isAboutKey(error: unknown): boolean {
	if (!(error instanceof RefusedFailure)) return false;
	return error.conflict === 'changedInput' || error.conflict === 'unknown';
}
