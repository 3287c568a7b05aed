import { asSentence, InputFailure, ServiceFailure } from '../shared/failure';
import { mayHaveTakenEffect } from '../transport/errors';

/**
 * The failure of an item for which an earlier attempt has left a command open. A failure that comes before the command is
 * repeated says nothing of it by itself.
 */
export function withOpenAttempt(error: unknown): unknown {
	if (!(error instanceof ServiceFailure) || mayHaveTakenEffect(error)) return error;
	const { message, facts } = error;
	const description = error.description.replaceAll('Nothing was sent.', 'Nothing was sent now.');
	const withAttempt = `${asSentence(description)} ${OPEN_ATTEMPT}`;
	return error instanceof InputFailure
		? new InputFailure(message, withAttempt)
		: new ServiceFailure(message, withAttempt, facts);
}

const OPEN_ATTEMPT =
	'The response to an earlier attempt at this item was lost: it may have taken effect. Check that before you send the item again.';
