import type { INodeParameters } from 'n8n-workflow';

import { HOUR_MS, inHours } from '../../createRecords';
import { eachOnce, feed, textsByOutput, useFeedHarness } from './feed';

const harness = useFeedHarness();
const later = async (hours: number) => await harness.service.clock.advance(hours * HOUR_MS);
const posts = () => [...harness.service.state.posts.values()];
const DRAFT: INodeParameters = { afterCreate: 'draft' };

/** An action of a person on a post. */
async function byHand(operation: string, id = '', more: INodeParameters = {}): Promise<void> {
	const postId = { __rl: true, mode: 'id', value: id };
	const { error } = await harness.run('post', operation, { postId, ...more });
	expect(error).toBeUndefined();
}

async function edit(id: string | undefined, text: string): Promise<void> {
	await byHand('update', id, { updateFields: { text } });
}

/** The draft of the item is saved, but the service does not publish it. */
async function leaveDraft() {
	const action = { kind: 'status', when: 'before', status: 403 } as const;
	harness.service.faults.add({ operation: 'publish_post', action });
	const { error } = await harness.post(feed('One'));
	expect(error?.description).toContain(posts()[0]?.id);
	const [post] = posts();
	if (post === undefined) throw new Error('There is no draft');
	return post;
}

const renamed = (title: string) => feed('One').map((item) => ({ ...item, title }));

describe.each([1, 25])('%i hours after a draft was left', (hours) => {
	it('it is not posted again if somebody corrected and published it', async () => {
		const post = await leaveDraft();
		await edit(post.id, 'Corrected');
		await byHand('publish', post.id);
		await later(hours);
		const { error } = await harness.post(feed('One'));
		expect(error).toBeUndefined();
		expect(harness.published).toEqual(eachOnce('Corrected'));
	});

	it('it is published with the corrections that somebody made', async () => {
		const post = await leaveDraft();
		await edit(post.id, 'Corrected');
		await later(hours);
		const { error } = await harness.post(feed('One'));
		expect(error).toBeUndefined();
		await later(1);
		expect(harness.published).toEqual(eachOnce('Corrected'));
	});

	it('it is updated if its item was corrected, then published', async () => {
		await leaveDraft();
		await later(hours);
		const other = { accountIds: [harness.service.accountId('Cakes on Shortpost')] };
		const { error } = await harness.post(renamed('Number one'), other);
		expect(error).toBeUndefined();
		await later(1);
		expect(harness.published).toEqual(eachOnce('Number one'));
		expect(posts()[0]?.destinations.map(({ content }) => content.account_id)).toEqual(
			other.accountIds,
		);
	});

	it('it is named in an error if both the draft and its item were corrected', async () => {
		const post = await leaveDraft();
		await edit(post.id, 'Corrected');
		await later(hours);
		const { error } = await harness.post(renamed('Number one'));
		expect(error?.message).toBe('The item has changed, and so has its post');
		expect(error?.description).toContain(`${post.id} ("Corrected", draft)`);
		await later(1);
		expect(harness.published).toEqual({ Corrected: { posts: 1, publications: 0 } });
	});

	it('it is created again if somebody deleted it', async () => {
		const post = await leaveDraft();
		harness.service.state.posts.delete(post.id);
		await later(hours);
		const { error } = await harness.post(feed('One'));
		expect(error).toBeUndefined();
		await later(1);
		expect(harness.published).toEqual(eachOnce('One'));
	});

	it('it is left alone while somebody has scheduled it', async () => {
		const post = await leaveDraft();
		await byHand('schedule', post.id, { scheduledAt: inHours(harness, hours + 2) });
		await later(hours);
		const { error } = await harness.post(feed('One'));
		expect(error?.message).toBe('The post of this item is already scheduled');
		await later(3);
		expect((await harness.post(feed('One'))).error).toBeUndefined();
		expect(harness.published).toEqual(eachOnce('One'));
	});
});

it.each([1, 25])(
	'a draft whose publication never arrived is published with the corrections that somebody made, %i hours later',
	async (hours) => {
		const action = { kind: 'drop', when: 'before' } as const;
		harness.service.faults.add({ operation: 'publish_post', times: Infinity, action });
		expect((await harness.post(feed('One'))).error).toBeDefined();
		harness.service.faults.clear();
		await edit(posts()[0]?.id, 'Corrected');
		await later(hours);
		expect((await harness.post(feed('One'))).error).toBeUndefined();
		await later(1);
		expect(harness.published).toEqual(eachOnce('Corrected'));
	},
);

describe('items that are first posted as drafts', () => {
	it('count as posted before while drafts are wanted, and are published once that is wanted', async () => {
		await harness.post(feed('One', 'Two'), DRAFT);
		const again = await harness.post(feed('One', 'Two'), DRAFT);
		expect(textsByOutput(again)).toEqual([[], ['One', 'Two']]);
		await later(25);
		const published = await harness.post(feed('One', 'Two', 'Three'));
		expect(textsByOutput(published)).toEqual([['One', 'Two', 'Three'], []]);
		await later(1);
		expect(harness.published).toEqual(eachOnce('One', 'Two', 'Three'));
		expect(harness.journal('list_posts')).toHaveLength(1);
		const drafts = await harness.post(feed('One', 'Two'), DRAFT);
		expect(textsByOutput(drafts)).toEqual([[], ['One', 'Two']]);
	});

	it('are published with the corrections that somebody made', async () => {
		await harness.post(feed('One'), DRAFT);
		await edit(posts()[0]?.id, 'Corrected');
		expect((await harness.post(feed('One'))).error).toBeUndefined();
		await later(1);
		expect(harness.published).toEqual(eachOnce('Corrected'));
	});

	it.each([1, 2, 3])(
		'are created again if their drafts were deleted, %i times in a day',
		async (times) => {
			for (let time = 0; time < times; time++) {
				const action = { kind: 'status', when: 'before', status: 403 } as const;
				harness.service.faults.add({ operation: 'publish_post', action });
				await harness.post(feed('One'), time === 0 ? DRAFT : {});
				harness.service.state.posts.clear();
			}
			harness.service.faults.clear();
			expect((await harness.post(feed('One'))).error).toBeUndefined();
			await later(1);
			expect(harness.published).toEqual(eachOnce('One'));
		},
	);
});
