import { answer, createAndPublish, draft, refusal, type TypicalError } from './typicalError';

/** The service cannot do what was asked with a post, or a platform refuses it. */
export const postErrors: TypicalError[] = [
	{
		name: 'not-found',
		provoke: () => ({
			resource: 'post',
			operation: 'get',
			postId: { __rl: true, mode: 'id', value: 'post_that_was_deleted' },
		}),
		message: /the service cannot find it/,
		advice: /It may have been deleted/,
	},
	{
		name: 'already-published',
		provoke: async (testbed) => {
			const postId = await draft(testbed);
			answer(testbed, 'publish_post', refusal(409, 'already_published', 'It is out.'));
			return { resource: 'post', operation: 'publish', postId };
		},
		message: /the post is already published/,
		advice: /Read it again/,
	},
	{
		name: 'changed-since',
		provoke: async (testbed) => ({
			resource: 'post',
			operation: 'publish',
			postId: await draft(testbed),
			options: { onlyIfUnchangedSince: '"an-older-revision"' },
		}),
		message: /the post has been changed since it was read/,
		advice: /Nothing was changed/,
	},
	{
		name: 'account-not-connected',
		provoke: async (testbed) => {
			const postId = await draft(testbed);
			answer(testbed, 'publish_post', refusal(403, 'access_denied', 'No access.'));
			return { resource: 'post', operation: 'publish', postId };
		},
		message: /does not allow it for the account Bread on Shortpost \(shortpost\)/,
		advice: /connect it again/,
	},
	{
		name: 'delivery-failed',
		provoke: async (testbed) => await createAndPublish(testbed, 'Always fails'),
		message: /Not published on/,
		advice:
			/Always fails \(pagebook\): The platform rejected the post[^]*retry this execution \(Executions → Retry\)/,
	},
	{
		name: 'delivery-uncertain',
		provoke: async (testbed) => await createAndPublish(testbed, 'Always uncertain'),
		message: /It is not known whether the post was published/,
		advice: /Always uncertain \(shortpost\).*Look at the platform first/,
	},
	{
		name: 'not-confirmed-in-time',
		provoke: async (testbed) => await createAndPublish(testbed, 'Slow', { timeout: 2 }),
		message: /Handed over, not yet confirmed: do not post it again/,
		advice: /Wait for Outcome/,
	},
	{
		name: 'answer-lost',
		provoke: async (testbed) => {
			const postId = await draft(testbed);
			answer(testbed, 'publish_post', { kind: 'drop', when: 'after' });
			return { resource: 'post', operation: 'publish', postId };
		},
		message: /Could not publish the post: the connection broke/,
		advice: /To continue safely, retry this execution/,
	},
];
