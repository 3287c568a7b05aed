import type { IDataObject } from 'n8n-workflow';

import { type ServiceFailure, UndecidedFailure } from '../shared/failure';
import type { RefusedFailure } from '../transport/errors';

/**
 * The failure of a command that an earlier attempt may have carried out.
 *
 * @param state describes the post that it applies to, in sentences
 */
export function undecidedFailure({ purpose }: { purpose: string }, state?: string): ServiceFailure {
	const check = 'Check whether it took effect before you try again.';
	return new UndecidedFailure(
		`Could not ${purpose}: an earlier attempt may have taken effect`,
		state === undefined ? check : `${state} ${check}`,
	);
}

/** The failure of a command whose keys the service knows with other content, while no post has that content. */
export function keyInUseFailure({ purpose }: { purpose: string }): ServiceFailure {
	return new UndecidedFailure(
		`Could not ${purpose}: another execution seems to be posting the item`,
		'The service knows the idempotency key of the item, but no post has its text and accounts yet. Nothing was sent twice. The next run looks again.',
		{},
		{ effect: 'unknown' },
	);
}

/** Why the effect of a command is uncertain. `json` is the body that was sent, if known. */
export type Uncertainty =
	/** Its response was lost, and the service may no longer know its key. It was sent at this time, in ms since 1970. */
	| { why: 'forgotten'; json: IDataObject; sentAtMs: number }
	/** Another run may have sent it. */
	| { why: 'otherRun' }
	/** The service has refused it after a lost response, or because it knows the key. */
	| { why: 'refused'; json: IDataObject; refusal: RefusedFailure };
