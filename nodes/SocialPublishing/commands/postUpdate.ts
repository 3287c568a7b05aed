import type { EffectReading } from '../api/phase';
import { isRecord } from '../shared/json';
import type { Connection } from '../transport/connection';
import { carryOut, type Command, type CommandResponse } from './command';
import { MAIN_STEP, type ExecutionScope } from './key';
import { postEffect } from './postCommand';

/** Completes "Could not …". */
export const UPDATE_PURPOSE = 'update the post';

interface PostUpdate extends Pick<Command, 'isEdited' | 'isShared' | 'prepare' | 'ledger'> {
	postPath: string;
	/** Identifies the update: a repeat has the same content. */
	content: unknown;
	/** Distinguishes it from other updates of the same item. */
	step?: string;
	scope: ExecutionScope;
}

/** Changes fields of a draft or a scheduled post. */
export async function updatePost(
	connection: Connection,
	{ postPath, content, step = MAIN_STEP, scope, ...update }: PostUpdate,
): Promise<CommandResponse> {
	return await carryOut(connection, {
		purpose: UPDATE_PURPOSE,
		identity: { path: postPath, content, step },
		idempotency: { mode: 'none', scope },
		request: { method: 'PATCH', safety: 'idempotent' },
		find: postEffect(connection, postPath, UPDATE_PURPOSE, showsChange),
		...update,
	});
}

/** Undefined for a post without the change: another may have followed, and a service may normalize the text it stores. */
const showsChange: EffectReading = (post, sent = {}) => containsChange(post, sent) || undefined;

/**
 * Whether a record contains every field of a change that was sent; the service may have added fields of its own.
 * Lists must match in length and order.
 */
export function containsChange(actual: unknown, sent: unknown): boolean {
	if (Array.isArray(sent)) {
		return (
			Array.isArray(actual) &&
			actual.length === sent.length &&
			sent.every((entry, index) => containsChange(actual[index], entry))
		);
	}
	if (isRecord(sent)) {
		return (
			isRecord(actual) &&
			Object.entries(sent).every(([name, entry]) => containsChange(actual[name], entry))
		);
	}
	return (
		actual === sent ||
		(isTextOrNumber(actual) && isTextOrNumber(sent) && String(actual) === String(sent))
	);
}

/** A service may return an ID that was sent as text as a number. */
function isTextOrNumber(value: unknown): value is string | number {
	return typeof value === 'string' || typeof value === 'number';
}
