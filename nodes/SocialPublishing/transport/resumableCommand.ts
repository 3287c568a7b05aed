import type { IDataObject } from 'n8n-workflow';

import { clock } from '../shared/clock';
import { ServiceFailure } from '../shared/failure';
import { canonicalJson, isRecord, textOf } from '../shared/json';
import type { Connection } from './connection';
import { forgetAttempt, recallAttempt, rememberAttempt } from './earlierAttempts';
import { mayHaveTakenEffect } from './errors';
import type { CommandIdentity, IdempotencyMode } from './idempotencyKey';
import { KEY_LIFETIME_MS } from './retry';
import type { ServiceResponse } from './types';

/** A command that is sent once for an item, however often n8n runs the item. */
export interface ResumableCommand {
	purpose: string;
	idempotency: IdempotencyMode;
	identity: CommandIdentity;
	/** What another execution has done, if this one has not sent the command yet. */
	findEarlier?: () => Promise<ServiceResponse | undefined>;
	/** The body of the first attempt; not called if an earlier attempt has sent one. */
	makeBody: () => Promise<IDataObject>;
	/** `wasSentBefore`: an earlier attempt has sent it, and its response was lost. */
	send: (body: IDataObject, wasSentBefore: boolean) => Promise<ServiceResponse>;
	/**
	 * Looks for the effect of a command whose response was lost and whose key the service has forgotten.
	 *
	 * @throws ServiceFailure when nobody can tell
	 */
	findForgottenEffect: (body: IDataObject) => Promise<ServiceResponse | 'noEffect'>;
	/** The user has changed the node since the first attempt. */
	isEdited: boolean;
	/** Names what the first attempt left, for the error that says that other content went out under the key. */
	describeEarlier?: (response: ServiceResponse | undefined) => string;
}

/** Whether an earlier attempt has sent this command and may have succeeded. What it sent then is not checked again. */
export function wasAttempted(
	{ baseUrl }: Connection,
	{ scope }: IdempotencyMode,
	identity: Omit<CommandIdentity, 'content'>,
): boolean {
	return recallAttempt(scope, nameOf(baseUrl, identity)) !== undefined;
}

/** What the service responded to this command in an earlier attempt. */
export function recallResponse(
	{ baseUrl }: Connection,
	{ scope }: IdempotencyMode,
	identity: Omit<CommandIdentity, 'content'>,
): ServiceResponse | undefined {
	return readRecordOf(recallAttempt(scope, nameOf(baseUrl, identity)))?.response;
}

function nameOf(baseUrl: string, { path, step }: Omit<CommandIdentity, 'content'>): string[] {
	return ['command', baseUrl, path, step];
}

/** `isResumed`: the response came in an earlier attempt. */
export type ResumableResponse = ServiceResponse & { isResumed: boolean };

/**
 * Sends a command, or goes on from what an earlier attempt of the item has done: an accepted command is not sent again,
 * one whose response was lost is repeated with the same key and body for as long as the service knows the key.
 *
 * @throws ServiceFailure also when the content has been edited since and the first one may have taken effect
 */
export async function sendResumable(
	{ baseUrl }: Connection,
	command: ResumableCommand,
): Promise<ResumableResponse> {
	const { identity, idempotency, send } = command;
	const { scope } = idempotency;
	const name = nameOf(baseUrl, identity);
	const earlier = readRecordOf(recallAttempt(scope, name));
	if (earlier !== undefined) refuseEdited(command, earlier);
	if (earlier?.response !== undefined) return { ...earlier.response, isResumed: true };

	if (earlier === undefined) {
		const found = await command.findEarlier?.();
		if (found !== undefined) return { ...accept(found, clock.now()), isResumed: true };
	}

	const isForgotten = earlier !== undefined && clock.now() > earlier.sentAtMs + KEY_LIFETIME_MS;
	if (isForgotten) {
		const found = await command.findForgottenEffect(earlier.body);
		if (found !== 'noEffect') return { ...accept(found, earlier.sentAtMs), isResumed: true };
		forgetAttempt(scope, name);
	}
	// Under the same key, only the same body is the same command: `$now` has another value in each attempt.
	const unanswered = isForgotten ? undefined : earlier;
	const body = unanswered?.body ?? (await command.makeBody());
	const sentAtMs = unanswered?.sentAtMs ?? clock.now();
	const content = contentOf(identity);
	rememberAttempt(scope, name, { body, content, sentAtMs, isOpen: true });
	const response = await send(body, unanswered !== undefined).catch((error: unknown) => {
		if (!mayHaveTakenEffect(error)) forgetAttempt(scope, name);
		throw error;
	});
	return { ...accept(response, sentAtMs), isResumed: false };

	function accept(response: ServiceResponse, at: number): ServiceResponse {
		const { data, etag } = response;
		const kept = { ...(data !== undefined && { data }), ...(etag !== undefined && { etag }) };
		rememberAttempt(scope, name, {
			body: earlier?.body ?? {},
			content: contentOf(identity),
			sentAtMs: at,
			response: JSON.parse(JSON.stringify(kept)),
		});
		return response;
	}
}

interface EarlierCommand {
	body: IDataObject;
	content: string;
	sentAtMs: number;
	response: ServiceResponse | undefined;
}

function readRecordOf(stored: IDataObject | undefined): EarlierCommand | undefined {
	if (stored === undefined || !isRecord(stored.body)) return undefined;
	const { response } = stored;
	return {
		body: stored.body,
		content: String(stored.content),
		sentAtMs: Number(stored.sentAtMs) || 0,
		response: isRecord(response)
			? { data: response.data, etag: textOf(response.etag), headers: {} }
			: undefined,
	};
}

function contentOf({ content }: CommandIdentity): string {
	return canonicalJson(content ?? null);
}

/** Text made from `$now` differs in each attempt; text that the user has edited is meant to go out. */
function refuseEdited(command: ResumableCommand, earlier: EarlierCommand): void {
	if (!command.isEdited || earlier.content === contentOf(command.identity)) return;
	const done = command.describeEarlier?.(earlier.response) ?? '';
	throw new ServiceFailure(
		`Could not ${command.purpose}: the execution that is retried did it before with other content`,
		`${done}Nothing was sent now. Change that post instead, or start a new execution with this item alone.`,
	);
}
