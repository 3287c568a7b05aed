import { dialects } from '../../../service';
import { byId, useNodeHarness } from '../../support/nodeHarness';
import { bread } from '../createRecords';

const LINK = 'https://shortpost.example.com/p/first';

/** A service that shows the confirmed first part of a thread whose delivery has failed. */
const fullPost = (post: Record<string, unknown>) => ({
	...post,
	thread_publications: [post.destinations]
		.flat()
		.map((each) => ({ id: 'part', destination_id: Object(each).id, url: LINK })),
});

describe.each(['failed', 'needs_review'] as const)(
	'a thread whose delivery has the status %s',
	(status) => {
		const harness = useNodeHarness({ dialect: { ...dialects.first, fullPost } });

		const publish = async () => {
			harness.service.setOutcome('Bread on Shortpost', { status });
			const destination = [{ accountId: bread(harness), text: 'First', thread: ['Second'] }];
			return await harness.run('post', 'create', {
				destinationInput: 'perAccount',
				destinations: { destination },
				afterCreate: 'publish',
			});
		};

		it('is an error with the links of the parts that are online, without the advice to retry it', async () => {
			const { error } = await publish();
			expect(error?.description).toContain(LINK);
			expect(error?.description).toContain('the service cannot retry a thread as a whole');
			expect(error?.description).not.toMatch(/Retry Failed|To try again/);
		});

		it('is not retried', async () => {
			await publish();
			const [post] = harness.service.state.posts.values();
			const postId = byId(post?.id ?? '');
			harness.requests();
			const { error } = await harness.run('post', 'retryFailed', { postId, checkedPlatform: true });
			expect(error?.message).toMatch(
				/^Could not retry the delivery to .*parts of its thread may be/,
			);
			expect(harness.requests()).not.toContain('retry_delivery');
		});
	},
);
