/**
 * The known effect of a failed operation.
 * - `none`: nothing
 * - `unknown`: the service may have carried out its command
 * - `accepted`: the service has accepted its command; what failed is what follows
 */
export type Effect = 'none' | 'unknown' | 'accepted';

/** The facts that decide how an effect is worded. */
export interface EffectFacts {
	/** What certainly has not happened. Undefined where the operation only reads. */
	nothingWas?: 'sent' | 'changed' | 'uploaded';
	/** An earlier attempt has sent something. */
	wasSentBefore?: boolean;
	/** The service has accepted a command of an earlier attempt at the item. */
	wasAcceptedBefore?: boolean;
	/** The command whose response was lost. */
	lost?: {
		/** As it completes "Could not …". */
		purpose: string;
		/** How to go on without doing the same thing twice. */
		repeatAdvice?: string;
		/** The response to an earlier attempt was lost; this one has been refused. */
		wasEarlier?: boolean;
	};
	/** What an accepted command has left, in a sentence. */
	left?: string;
}

/** What else has happened to the item, or to others, in the run that the failure ends. */
export interface ItemContext {
	/** An earlier attempt at the item may have taken effect. */
	isUncertain?: boolean;
	/** Other items have been sent. */
	hasSentOthers?: boolean;
}

/** Describes in sentences what a failed operation has done. No other code words this. */
export function describeEffect(
	{ effect, effectFacts: facts }: { effect: Effect; effectFacts: EffectFacts },
	context: ItemContext,
): string[] {
	const openAttempt = effect === 'none' && context.isUncertain ? [OPEN_ATTEMPT] : [];
	const left = facts.left === undefined ? [] : [facts.left];
	return [...describeCommand(effect, facts, context), ...left, ...openAttempt];
}

function describeCommand(effect: Effect, facts: EffectFacts, context: ItemContext): string[] {
	const { nothingWas, lost, left, wasSentBefore, wasAcceptedBefore } = facts;
	if (effect === 'unknown' && lost !== undefined) return describeLost(lost);
	if (effect !== 'none' || nothingWas === undefined) return [];
	if (left !== undefined) {
		return context.isUncertain ? [] : ['It was neither published nor scheduled.'];
	}
	if (nothingWas !== 'sent') return [`Nothing was ${nothingWas}.`];
	if (wasAcceptedBefore) return ['Nothing was sent now.', ACCEPTED_BEFORE];
	if (context.isUncertain || wasSentBefore) return ['Nothing was sent now.'];
	return [context.hasSentOthers ? 'Nothing was sent for this item.' : 'Nothing was sent.'];
}

function describeLost({
	purpose,
	repeatAdvice,
	wasEarlier,
}: NonNullable<EffectFacts['lost']>): string[] {
	return [
		...(wasEarlier ? ['The response to an earlier attempt was lost.'] : []),
		`The attempt to ${purpose} may have succeeded.`,
		repeatAdvice ?? 'Check whether it did before you try again.',
	];
}

const ACCEPTED_BEFORE =
	'The service has accepted a command that an earlier attempt at this item sent.';

const OPEN_ATTEMPT =
	'The response to an earlier attempt at this item was lost: it may have taken effect. Check whether it did before you send the item again.';
