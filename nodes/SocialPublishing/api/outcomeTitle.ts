import type { IDataObject } from 'n8n-workflow';

import { cutText, withoutStop } from '../shared/text/sentences';
import type { DeliveryNamer } from './deliveries';
import { readDestinationStatus } from './readings/delivery';
import { readByOutcome } from './readings/outcome';
import { readErrorText } from './readings/record';

/** The most names that fit into a title. */
const MAX_NAMES = 3;
/** In characters. */
const MAX_NAME_LENGTH = 100;
const MAX_REASON_LENGTH = 200;

/** The title of the error about a failed publication. `isComplete`: it includes all facts about the accounts. */
interface OutcomeTitle {
	text: string;
	isComplete: boolean;
}

/**
 * Names the accounts that the post has not reached, with the reasons. Pure.
 *
 * @param relevant the part of the post that counts
 * @param isPartial the post was published to some of its accounts, although its destinations may not show it
 */
export function outcomeTitle(
	relevant: IDataObject,
	isPartial: boolean,
	nameOf: DeliveryNamer,
): OutcomeTitle {
	const { published, uncertain, refused } = readByOutcome(relevant);
	const list = (some: IDataObject[]) =>
		listNames(some.map((each) => cutText(nameOf(each), MAX_NAME_LENGTH)));
	if (refused.length + uncertain.length === 0) {
		const text = isPartial
			? 'The post was published to only some of its accounts'
			: 'The post was not published';
		return { text, isComplete: false };
	}
	if (published.length + refused.length === 0) {
		const text = `It is not known whether the post was published on ${list(uncertain)}`;
		return { text, isComplete: false };
	}
	const reason = uncertain.length === 0 ? sharedReason(refused) : undefined;
	const parts = [
		published.length > 0 ? `published on ${list(published)}` : undefined,
		refused.length > 0
			? `${published.length > 0 ? 'not on' : 'not published on'} ${list(refused)}`
			: undefined,
		uncertain.length > 0 ? `uncertain on ${list(uncertain)}` : undefined,
	].filter((part) => part !== undefined);
	const text = parts.join(', ');
	return {
		text: `${text.charAt(0).toUpperCase()}${text.slice(1)}${reason === undefined ? '' : `: ${cutText(withoutStop(reason), MAX_REASON_LENGTH)}`}`,
		isComplete:
			reason !== undefined && reason.length <= MAX_REASON_LENGTH && refused.length <= MAX_NAMES,
	};
}

/** The reason that they share; undefined if they differ, or none is known. */
function sharedReason(refused: IDataObject[]): string | undefined {
	const [reason, ...others] = new Set(refused.map(describeRefusal));
	return others.length === 0 ? reason : undefined;
}

/** Why a delivery was refused. */
export function describeRefusal(destination: IDataObject): string | undefined {
	const status = readDestinationStatus(destination) ?? '';
	const why = readErrorText(destination);
	if (status === 'failed') return why;
	return why === undefined ? status : `${status} – ${why}`;
}

function listNames(names: string[]): string {
	const shown = names.slice(0, MAX_NAMES);
	const more = names.length - shown.length;
	const last = more > 0 ? `${more} more` : shown.pop();
	return shown.length === 0 ? String(last) : `${shown.join(', ')} and ${last}`;
}
