import type { INodeParameters } from 'n8n-workflow';

import { dialects } from '../../../../service';
import { HOUR_MS } from '../../createRecords';
import { eachOnce, feed, useFeedHarness } from './feed';

/** How many of the next readings of the list leave out all posts. */
let silentReadings = 0;
const listedPost = (post: Record<string, unknown>) => (silentReadings > 0 ? undefined : post);

const harness = useFeedHarness({ dialect: { ...dialects.first, listedPost } });
const later = async (hours: number) => await harness.service.clock.advance(hours * HOUR_MS);
const DRAFT: INodeParameters = { afterCreate: 'draft' };

beforeEach(() => {
	silentReadings = 0;
});

const inOtherProcess = async (more: INodeParameters = {}) => {
	const { nodeType } = await harness.startProcess();
	return await harness.post(feed('One'), more, { nodeType });
};

it('an item whose publication was under way when n8n was killed is not posted again while the list leaves its post out', async () => {
	await harness.killWhen(() => harness.journal('publish_post').length > 0, feed('One'));
	await later(30);
	silentReadings = 1;
	for (let run = 0; run < 2; run++) {
		const { error } = await harness.post(feed('One'));
		expect(error?.message).toBe('The service does not list the post of this item');
		expect(error?.description).toContain(`key "${String(feed('One')[0]?.guid)}", "One"`);
	}
	silentReadings = 0;
	expect((await harness.post(feed('One'))).error).toBeUndefined();
	expect(harness.published).toEqual(eachOnce('One'));
});

it('an item that was scheduled without a response is not posted again, even if a Retry of it was refused', async () => {
	const { clock } = harness.service;
	const schedule = (hours: number) => {
		return { afterCreate: 'schedule', scheduledAt: clock.iso(clock.now() + hours * HOUR_MS) };
	};
	const { nodeType } = await harness.startProcess();
	const lost = { kind: 'drop', when: 'after' } as const;
	harness.service.faults.add({ operation: 'schedule_post', times: 9, action: lost });
	const failed = await harness.post(feed('One'), schedule(5), { nodeType });
	harness.service.faults.clear();
	// The same key, with another time.
	const { error } = await harness.post(feed('One'), schedule(6), { nodeType, retryOf: failed });
	expect(error?.description).toContain('earlier attempt at this item was lost: it may have');
	expect(error?.description).not.toContain('neither published nor scheduled');
	await later(30);
	silentReadings = 1;
	expect((await harness.post(feed('One'))).error?.message).toContain('does not list the post');
	expect(harness.published).toEqual(eachOnce('One'));
});

it('an item whose new draft the list does not show yet is not posted again by another process', async () => {
	expect((await inOtherProcess(DRAFT)).error).toBeUndefined();
	silentReadings = 1;
	const { error } = await harness.post(feed('One'));
	expect(error?.message).toBe('The service does not list the post of this item');
	silentReadings = 0;
	expect((await harness.post(feed('One'))).error).toBeUndefined();
	await later(1);
	expect(harness.published).toEqual(eachOnce('One'));
});

it('an item whose new draft the list does not show yet is published by the process that saved it', async () => {
	expect((await harness.post(feed('One'), DRAFT)).error).toBeUndefined();
	silentReadings = 1;
	expect((await harness.post(feed('One'))).error).toBeUndefined();
	await later(1);
	expect(harness.published).toEqual(eachOnce('One'));
});

it('an item whose draft was deleted long after it was saved is posted anew', async () => {
	expect((await inOtherProcess(DRAFT)).error).toBeUndefined();
	await later(2);
	harness.service.state.posts.clear();
	expect((await harness.post(feed('One'))).error).toBeUndefined();
	await later(1);
	expect(harness.published).toEqual(eachOnce('One'));
});

it('each workspace has keys of its own', async () => {
	const elsewhere = () => ({
		workspaceId: harness.service.workspaceId('Side project'),
		accountIds: [harness.service.accountId('Side on Pagebook')],
	});
	expect((await harness.post(feed('One'), elsewhere())).error).toBeUndefined();
	expect((await harness.post(feed('One'))).error).toBeUndefined();
	await later(1);
	expect(harness.published).toEqual({ One: { posts: 2, publications: 2 } });
});
