import {
	planContinuation,
	type Continuation,
	type Interrupted,
} from '../../../../../nodes/SocialPublishing/actions/post/publishing/plan';

const since = (
	isItemUnchanged: boolean,
	isPostAsSent: boolean,
	isPostAsWanted: boolean,
): Interrupted => ({ canContinue: true, since: { isItemUnchanged, isPostAsSent, isPostAsWanted } });
const isOut: Interrupted = { canContinue: true };

describe('after an interruption, the node', () => {
	it.each<[string, Interrupted, Continuation]>([
		['nothing has changed', since(true, true, true), 'continue'],
		['the post was corrected', since(true, false, false), 'continue'],
		['the item has changed', since(false, true, false), 'update'],
		[
			'a field of the item that the post does not show has changed',
			since(false, true, true),
			'update',
		],
		['the item is sent in another form than before', since(true, true, false), 'update'],
		['both have changed', since(false, false, false), 'changedTwice'],
		['both have changed to the same', since(false, false, true), 'continue'],
		['the post was corrected to the item', since(true, false, true), 'continue'],
		['the post was published', isOut, 'continue'],
		['the post was scheduled, to publish it now', { canContinue: false }, 'impossible'],
	])('if %s', (_, interrupted, expected) => {
		expect(planContinuation(interrupted)).toBe(expected);
	});
});
