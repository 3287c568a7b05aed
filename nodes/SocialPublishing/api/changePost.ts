import type { IDataObject } from 'n8n-workflow';

import { asServiceFailure, CancelledFailure, ServiceFailure } from '../shared/failure';
import { canonicalJson, isRecord, readRecord, textOf } from '../shared/json';
import { AttemptMemory } from '../transport/attemptMemory';
import { call } from '../transport/call';
import type { Connection } from '../transport/connection';
import { recallAttempt, rememberWhileUncertain } from '../transport/earlierAttempts';
import { type ExecutionScope } from '../transport/idempotencyKey';
import { RefusedFailure } from '../transport/errors';
import type { AttemptResult } from '../transport/retry';
import type { ServiceResponse, Call } from '../transport/types';

/** The state of a post that a command is meant for. `known`: read or created by this operation a moment ago. */
export type RevisionChoice =
	| { mode: 'current' }
	| { mode: 'expected'; etag: string }
	| { mode: 'known'; etag: string };

export interface PostCommand
	extends Omit<Call, 'ifMatch' | 'safety' | 'findLostEffect' | 'explanations' | 'json'> {
	/**
	 * The body. Without an Idempotency-Key, a repeat sends that of the first attempt whose response was lost: `$now` has
	 * another value in each attempt.
	 */
	json: IDataObject;
	/** The content may have been changed on purpose since an earlier attempt, so another content is not a repeat. */
	mayHaveNewContent?: boolean;
	/** The path of the post itself. */
	postPath: string;
	revision: RevisionChoice;
	/** The item that the command is sent for. */
	scope: ExecutionScope;
	/** Another execution may have sent the command with the same key. */
	isShared?: boolean;
	/** Whether the current post shows the effect of the body; undefined where it does not say. */
	showsEffect: (post: IDataObject, json: IDataObject) => boolean | undefined;
}

/**
 * The ETag that was sent with each Idempotency-Key. A retry by n8n's Retry On Fail must be identical to the byte,
 * although the lost first attempt may have given the post a new ETag.
 */
const sentEtags = new AttemptMemory<string>(1_000);

/** With these, a service may refuse a command that it has carried out before, such as a schedule whose time has come. */
const DOUBTFUL_REFUSALS = new Set([409, 412, 422]);

/** What a refusal because of the revision means, by HTTP status. */
export const REVISION_EXPLANATIONS = {
	412: {
		happened: 'the post has been changed since it was read',
		unlessUncertain: 'Nothing was changed.',
		advice: 'Look at the post as it is now, then decide and run the node again.',
	},
	428: {
		happened: 'the service needs the current ETag of the post',
		advice:
			'Pass on the etag exactly as an earlier step returned it, quotes included, or remove Only If Unchanged Since.',
	},
};

/** Reads the current post, with the ETag that a change needs. */
export async function readPost(
	connection: Connection,
	postPath: string,
	purpose: string,
): Promise<{ post: IDataObject; etag: string | undefined }> {
	const { data, etag } = await call(connection, {
		purpose,
		method: 'GET',
		path: postPath,
		safety: 'read',
	});
	const post = readRecord(data);
	return { post, etag: etag ?? textOf(post.etag) };
}

/**
 * Sends a command that needs If-Match. A stale revision changes nothing and is reported with the current post. Where
 * our own lost attempt made it stale, that counts as the success it was.
 */
export async function changePost(
	connection: Connection,
	command: PostCommand,
): Promise<ServiceResponse> {
	const { postPath, revision, scope, showsEffect, mayHaveNewContent, isShared, ...rest } = command;
	const { purpose, path, idempotencyKey } = command;
	const name = ['change', connection.baseUrl, path, idempotencyKey ?? null];
	const earlier = recallChange(scope, name);
	const isRepeat =
		earlier !== undefined &&
		!(mayHaveNewContent && earlier.json && !isSameJson(earlier.json, command.json));
	const json = (isRepeat ? earlier.json : undefined) ?? command.json;
	const ifMatch = isRepeat
		? earlier.etag
		: await resolveEtag(connection, postPath, revision, purpose);
	const sent = { etag: ifMatch, ...(idempotencyKey === undefined && { json }) };
	const findEffect = async (status?: number, conflict?: AttemptResult['conflict']) => {
		if (status === undefined || !DOUBTFUL_REFUSALS.has(status)) return undefined;
		const { post, etag } = await readPost(connection, postPath, purpose);
		const isShown = showsEffect(post, json);
		if (isShown) return { data: post, etag, headers: {} };
		return isShown === undefined || conflict === 'running' ? undefined : 'noEffect';
	};
	const send = async () =>
		await call(connection, {
			...rest,
			json,
			ifMatch,
			explanations: REVISION_EXPLANATIONS,
			safety: idempotencyKey === undefined ? 'repeatable' : 'keyed',
			wasSentBefore: earlier !== undefined,
			findLostEffect: async ({ status, conflict }) => await findEffect(status, conflict),
		}).catch(async (error: unknown) => {
			if (!isShared || !(error instanceof RefusedFailure)) throw error;
			// What another execution has done may be the reason of the refusal.
			const effect = await findEffect(error.facts.status, error.conflict).catch(asServiceFailure);
			if (typeof effect === 'object' && 'data' in effect) return effect;
			throw effect instanceof CancelledFailure ? effect : error;
		});
	const sendRemembered = async () => await rememberWhileUncertain(scope, name, sent, send);
	try {
		return idempotencyKey === undefined
			? await sendRemembered()
			: await sentEtags.whileUncertain(name, ifMatch, sendRemembered);
	} catch (error) {
		throw await withCurrentPost(connection, postPath, error);
	}
}

/** What an earlier attempt has sent; `json` only where it has no Idempotency-Key. */
interface SentChange {
	etag: string;
	json?: IDataObject;
}

function recallChange(scope: ExecutionScope, name: unknown): SentChange | undefined {
	const stored = recallAttempt(scope, name);
	const etag = sentEtags.recall(name) ?? textOf(stored?.etag);
	if (etag === undefined) return undefined;
	return { etag, ...(isRecord(stored?.json) && { json: stored.json }) };
}

function isSameJson(one: IDataObject, other: IDataObject): boolean {
	return canonicalJson(one) === canonicalJson(other);
}

async function resolveEtag(
	connection: Connection,
	postPath: string,
	revision: RevisionChoice,
	purpose: string,
): Promise<string> {
	if (revision.mode !== 'current') return revision.etag;
	const { etag } = await readPost(connection, postPath, purpose);
	if (etag !== undefined) return etag;
	throw new ServiceFailure(
		`Could not ${purpose}: the service sent no ETag with the post`,
		'Without it the change could overwrite somebody else’s, so nothing was changed. Report this to the support of the service.',
	);
}

/** A revision conflict is reported with the current post; any other failure stays unchanged. */
async function withCurrentPost(
	connection: Connection,
	postPath: string,
	error: unknown,
): Promise<unknown> {
	if (!(error instanceof ServiceFailure) || error.facts.status !== 412) return error;
	// The conflict is what the user must know about; the post would only have helped.
	const current = await readPost(connection, postPath, 'read the post').catch(() => undefined);
	Object.assign(error.facts, current);
	return error;
}
