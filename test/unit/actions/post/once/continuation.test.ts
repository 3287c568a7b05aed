import {
	planContinuation,
	type Continuation,
	type Interrupted,
} from '../../../../../nodes/SocialPublishing/actions/post/publishing/plan';

const compared = (
	isItemAsSent: boolean,
	isPostAsSent: boolean,
	isPostAsWanted: boolean,
): Interrupted => ({ canContinue: true, compared: { isItemAsSent, isPostAsSent, isPostAsWanted } });
const isOut: Interrupted = { canContinue: true };

describe('the continuation of an interrupted item', () => {
	it.each<[string, Interrupted, Continuation]>([
		['nothing has changed', compared(true, true, true), 'continue'],
		['the post was corrected', compared(true, false, false), 'continue'],
		['the item has changed', compared(false, true, false), 'update'],
		[
			'a field of the item that the post does not show has changed',
			compared(false, true, true),
			'update',
		],
		['the item is sent in another form than before', compared(true, true, false), 'update'],
		['both have changed', compared(false, false, false), 'changedTwice'],
		['both have changed to the same', compared(false, false, true), 'continue'],
		['the post was corrected to the item', compared(true, false, true), 'continue'],
		['the post was published', isOut, 'continue'],
		['the post was scheduled, to publish it now', { canContinue: false }, 'impossible'],
	])('if %s', (_, interrupted, expected) => {
		expect(planContinuation(interrupted)).toBe(expected);
	});
});
