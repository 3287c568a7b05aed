import { explainConflict } from '../../../nodes/SocialPublishing/transport/conflicts';
import { keyed, type IdempotencyMode } from '../../../nodes/SocialPublishing/commands/key';

const scope = { executionId: '1', nodeId: 'n', round: 0, itemIndex: 0 };
const command = (purpose: string, mode: IdempotencyMode = { mode: 'execution', scope }) => ({
	safety: 'keyed' as const,
	purpose,
	...keyed(mode, 'key 1'),
});
const explain = (code: string | undefined, purpose = 'publish the post') =>
	explainConflict({ conflict: 'unknown' }, command(purpose), { code }).happened;

describe('explainConflict, if the code names a state,', () => {
	it.each([
		['already_published', 'publish the post', 'the post is already published'],
		['post_published', 'update the post', 'the post is already published'],
		['POST-ALREADY-PUBLISHED', 'delete the post', 'the post is already published'],
		['postIsPublished', 'schedule the post', 'the post is already published'],
		['publishing', 'cancel the post', 'the post is being published'],
		['post.publishing_in_progress', 'update the post', 'the post is being published'],
		['partial', 'publish the post', 'the post is already published on some of its accounts'],
		['post_not_scheduled', 'cancel the post', 'the post is not scheduled'],
		['not_yet_scheduled', 'reschedule the post', 'the post is not scheduled'],
		['post_locked', 'update the post', 'the post is locked'],
		['media_in_use', 'delete the media item', 'the media item is still used by a post'],
		['delivery_not_failed', 'retry the delivery to acc_1', 'the delivery is not marked as failed'],
		['thread_needs_review', 'retry the delivery', 'the delivery is waiting for review'],
		['already_cancelled', 'do something else', 'it is already cancelled'],
		['post -- published', 'check and publish the post', 'it is already published'],
	])('explains %s, received on an attempt to %s: %s', (code, purpose, happened) => {
		expect(explain(code, purpose)).toBe(happened);
	});

	it('does not mention keys', () => {
		const { advice } = explainConflict({ conflict: 'changedInput' }, command('publish the post'), {
			code: 'already_published',
			message: 'The request cannot be changed.',
		});
		expect(advice).toBe('Read it again to see its state.');
	});

	it('explains it also for a command without a key', () => {
		const call = { safety: 'idempotent' as const, purpose: 'update the post' };
		const { happened } = explainConflict({ conflict: 'unknown' }, call, { code: 'post_scheduled' });
		expect(happened).toBe('the post is already scheduled');
	});
});

it.each([
	'conflict',
	'cannot_be_published',
	'must_not_be_deleted',
	'only_drafts_can_be_published',
	'draft_required',
	'publish_failed',
	'schedule_conflict',
	'already_exists',
	'not',
	'',
	undefined,
])('explainConflict reads no state from the code "%s"', (code) => {
	expect(explain(code)).toBe('the service reports a conflict');
});

it('explainConflict reports a key that was used with other content', () => {
	const { happened } = explainConflict({ conflict: 'changedInput' }, command('publish the post'));
	expect(happened).toBe('the idempotency key was used before with different content');
});

describe('explainConflict, for a command that is still running,', () => {
	const running = (mode: IdempotencyMode) =>
		explainConflict({ conflict: 'running' }, command('publish the post', mode)).advice;

	it('warns that a new execution would send it a second time', () => {
		expect(running({ mode: 'execution', scope })).toContain(
			'A new execution would do it a second time',
		);
	});

	it('advises to try again with the same key if the user has chosen it', () => {
		expect(running({ mode: 'custom', key: 'k', scope })).toContain('try again with the same key');
	});
});
