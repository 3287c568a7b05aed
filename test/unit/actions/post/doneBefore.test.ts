import type { INodeParameters } from 'n8n-workflow';

import { SocialPublishing } from '../../../../nodes/SocialPublishing/SocialPublishing.node';
import { runNode } from '../../../engine';
import { byId, useNodeHarness } from '../../support/nodeHarness';
import { bread, draft, inHours, scheduled } from '../createRecords';

/** The service repeats its stored response to a key that it knows. That response may no longer be true. */

const harness = useNodeHarness();

const withKey = (idempotencyKey: string): INodeParameters => ({
	options: { idempotency: 'custom', idempotencyKey },
});
const statusOf = (id: unknown) => harness.service.state.posts.get(String(id))?.status;
const breadAgain = (): INodeParameters => ({
	text: 'Fresh bread',
	accountIds: [bread(harness)],
	idempotency: 'content',
});

it('a cancellation that is repeated after a schedule is an error: the post is scheduled', async () => {
	const { postId, id } = await scheduled(harness);
	const cancel = async () => await harness.run('post', 'cancel', { postId, ...withKey('c') });
	expect((await cancel()).items[0]?.json.status).toBe('draft');
	const scheduledAt = inHours(harness, 1);
	expect((await harness.run('post', 'schedule', { postId, scheduledAt })).error).toBeUndefined();

	const { error } = await cancel();

	expect(statusOf(id)).toBe('scheduled');
	expect(error?.message).toBe('Could not cancel the post: this was already done with the same key');
	expect(error?.description).toContain(`carries it out only once. The post is scheduled for`);
	expect(error?.description).toContain('To do it again, use another key.');
});

it('a schedule that is repeated after a cancellation is an error: the post is a draft', async () => {
	const { postId, id } = await draft(harness);
	const scheduledAt = inHours(harness, 4);
	const schedule = async () =>
		await harness.run('post', 'schedule', { postId, scheduledAt, ...withKey('s') });
	expect((await schedule()).error).toBeUndefined();
	expect((await harness.run('post', 'cancel', { postId })).error).toBeUndefined();

	const { error, hints } = await schedule();

	expect(statusOf(id)).toBe('draft');
	expect(error?.message).toBe(
		'Could not schedule the post: this was already done with the same key',
	);
	expect(error?.description).toContain('The post is a draft.');
	expect(hints).toEqual([]);
});

it('a schedule that is repeated after somebody has moved the post is an error that states the new time', async () => {
	const { postId } = await draft(harness);
	const scheduledAt = inHours(harness, 4);
	const schedule = async () =>
		await harness.run('post', 'schedule', { postId, scheduledAt, ...withKey('s') });
	await schedule();
	const other = inHours(harness, 9);
	await harness.run('post', 'reschedule', { postId, scheduledAt: other });
	expect((await schedule()).error?.description).toContain(`The post is scheduled for ${other}`);
});

it('a schedule that still stands is a success, with the post as it is', async () => {
	const { postId } = await draft(harness);
	const parameters = { postId, scheduledAt: inHours(harness, 4), ...withKey('s') };
	await harness.run('post', 'schedule', parameters);
	await harness.run('post', 'update', { postId, updateFields: { text: 'Corrected' } });
	harness.requests();
	const { items, error, hints } = await harness.run('post', 'schedule', parameters);
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({ status: 'scheduled', text: 'Corrected' });
	expect(hints).toHaveLength(1);
	expect(harness.requests()).toEqual(['schedule_post', 'get_post']);
});

it('a post that still shows the state before the command for a moment is not an error', async () => {
	const { postId } = await scheduled(harness);
	harness.service.faults.add({ operation: 'get_post', times: 2, action: { kind: 'stale' } });
	const { items, error } = await harness.run('post', 'cancel', { postId, ...withKey('c') });
	expect(error).toBeUndefined();
	expect(items[0]?.json.status).toBe('draft');
});

describe('a post that was created with Skip the Same Content', () => {
	it('is an error if it was deleted since, not a success without a post', async () => {
		const { items } = await harness.run('post', 'create', breadAgain());
		await harness.run('post', 'delete', { postId: byId(String(items[0]?.json.id)) });

		const { error } = await harness.run('post', 'create', breadAgain());

		expect(harness.service.state.posts.size).toBe(0);
		expect(error?.message).toBe(
			'Could not create the post: this was already done with the same content',
		);
		expect(error?.description).toContain('The post has been deleted.');
		expect(error?.description).toContain("set 'If This Runs Again' to 'Do It Again'");
	});

	it('is an error if its schedule was cancelled since', async () => {
		const parameters = {
			...breadAgain(),
			afterCreate: 'schedule',
			scheduledAt: inHours(harness, 4),
		};
		const { items } = await harness.run('post', 'create', parameters);
		await harness.run('post', 'cancel', { postId: byId(String(items[0]?.json.id)) });
		const { error } = await harness.run('post', 'create', parameters);
		expect(error?.message).toContain('Could not schedule the post: this was already done');
		expect(error?.description).toContain('The post is a draft.');
	});

	it('is not named as a draft that exists if it was deleted before it was published', async () => {
		const parameters = { ...breadAgain(), afterCreate: 'publish' };
		const action = { kind: 'status', when: 'before', status: 403, code: 'no_access' } as const;
		harness.service.faults.add({ operation: 'publish_post', times: 1, action });
		expect((await harness.run('post', 'create', parameters)).error?.httpCode).toBe('403');
		const [id = ''] = harness.service.state.posts.keys();
		await harness.run('post', 'delete', { postId: byId(id) });
		const { error } = await harness.run('post', 'create', parameters);
		expect(error?.description).not.toContain('The draft has been created');
		expect(error?.description).toContain('has been deleted');
	});
});

it('a copy that was deleted since is an error', async () => {
	const { postId } = await draft(harness);
	const duplicate = async () => await harness.run('post', 'duplicate', { postId, ...withKey('d') });
	const { items } = await duplicate();
	await harness.run('post', 'delete', { postId: byId(String(items[0]?.json.id)) });
	expect((await duplicate()).error?.description).toContain('The post has been deleted.');
});

it('an AI Agent that cancels a post, schedules it and cancels it again gets the actual state', async () => {
	class Tool extends SocialPublishing {
		constructor() {
			super();
			this.description = { ...this.description, name: 'socialPublishingTool' };
		}
	}
	const { postId } = await scheduled(harness);
	const cancel = async () =>
		await runNode({
			nodeType: new Tool(),
			credentials: harness.credentials,
			executionId: 'agent',
			parameters: {
				resource: 'post',
				operation: 'cancel',
				workspaceId: byId(harness.workspaceId),
				postId,
			},
		});
	expect((await cancel()).error).toBeUndefined();
	await harness.run('post', 'schedule', { postId, scheduledAt: inHours(harness, 1) });
	expect((await cancel()).error?.description).toContain('The post is scheduled for');
});

it('only Create can skip the same content', async () => {
	const { postId } = await scheduled(harness);
	harness.requests();
	const options = { idempotency: 'content' };
	const { error } = await harness.run('post', 'cancel', { postId, options });
	expect(error?.message).toBe(`'If This Runs Again' cannot be "content"`);
	expect(harness.requests()).toEqual([]);
});
