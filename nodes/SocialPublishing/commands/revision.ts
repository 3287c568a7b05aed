import { readPost } from '../api/posts';
import { ServiceFailure, type Explanation } from '../shared/failure';
import type { Connection } from '../transport/connection';
import type { Call } from '../transport/types';
import type { SentCommand } from './sentCommands';
import type { IdentifiedCommand, WithKey } from './key';
import { ProcessMemory } from './processMemory';

/** The state of a post that a command applies to. `known`: this operation has just read or created it. */
export type RevisionChoice =
	| { mode: 'current' }
	| { mode: 'expected'; etag: string }
	| { mode: 'known'; etag: string };

/** The revision of a post that has just been read or created. */
export function knownRevision(etag: string | undefined): RevisionChoice {
	return etag === undefined ? { mode: 'current' } : { mode: 'known', etag };
}

/**
 * The ETag, unless it is weak: it may then belong to the response rather than the post, because web servers add weak ETags
 * of their own to any response.
 */
export function strongEtag(etag: string | undefined): string | undefined {
	return etag?.startsWith('W/') ? undefined : etag;
}

/** The revision that a post must have for a command to change it. */
export interface Revision {
	/** The path of the post itself. */
	postPath: string;
	choice: RevisionChoice;
}

/**
 * The ETag that was sent with each Idempotency-Key. A repeat must be identical byte for byte, although the lost first
 * attempt may have given the post a new ETag.
 */
const sentEtags = new ProcessMemory<string>();

/** Explanations of refusals because of the revision, by HTTP status. */
export const REVISION_EXPLANATIONS: Record<412 | 428, Explanation> = {
	412: {
		happened: 'the post has been changed since it was read',
		nothingWas: 'changed',
		advice: 'Look at the post as it is now, then decide whether to try again.',
	},
	428: {
		happened: 'the service needs the current ETag of the post',
		advice:
			"Pass on the etag exactly as an earlier step returned it, quotes included, or remove 'Expected Version'.",
	},
};

/** The ETag that this process has sent with the key of a command, in any execution. */
export function recallSentEtag(
	connection: Connection,
	command: WithKey<IdentifiedCommand>,
): string | undefined {
	const name = nameOf(connection, command);
	return name === undefined ? undefined : sentEtags.recall(name);
}

/** Call it when the command has had no effect: somebody may have changed the post since. */
export function forgetSentEtag(connection: Connection, command: WithKey<IdentifiedCommand>): void {
	const name = nameOf(connection, command);
	if (name !== undefined) sentEtags.forget(name);
}

/** The ETag to send with a command. */
export async function ifMatch(
	connection: Connection,
	command: WithKey<IdentifiedCommand>,
	{ postPath, choice }: Revision,
): Promise<string> {
	const sent = recallSentEtag(connection, command);
	if (sent !== undefined) return sent;
	if (choice.mode !== 'current') return choice.etag;
	const { purpose } = command;
	const { etag } = await readPost(connection, postPath, purpose);
	if (etag !== undefined) return etag;
	throw new ServiceFailure(
		`Could not ${purpose}: the service sent no ETag with the post`,
		"Without it, the change could overwrite another change. Report this to the service's support.",
		{},
		{ effectFacts: { nothingWas: 'changed' } },
	);
}

/** The part of a call that sends the ETag of its command. */
export function ifMatchOf({ etag }: SentCommand): Pick<Call, 'ifMatch' | 'explanations'> {
	return etag === undefined ? {} : { ifMatch: etag, explanations: REVISION_EXPLANATIONS };
}

/** Call it before a command is sent. */
export function rememberSentEtag(
	connection: Connection,
	command: WithKey<IdentifiedCommand>,
	{ etag }: SentCommand,
): void {
	const name = nameOf(connection, command);
	if (name !== undefined && etag !== undefined) sentEtags.remember(name, etag);
}

function nameOf(
	{ baseUrl }: Connection,
	{ identity, key }: WithKey<IdentifiedCommand>,
): string[] | undefined {
	return key === undefined ? undefined : [baseUrl, identity.path, key];
}

/** A revision conflict is reported with the current post; any other failure stays unchanged. */
export async function withCurrentPost(
	connection: Connection,
	{ postPath }: SentCommand,
	error: unknown,
): Promise<unknown> {
	if (!(error instanceof ServiceFailure) || error.facts.status !== 412) return error;
	if (postPath === undefined) return error;
	// The user must know about the conflict; the post would only have helped.
	const current = await readPost(connection, postPath, 'read the post').catch(() => undefined);
	return current === undefined ? error : error.with({ facts: current });
}
