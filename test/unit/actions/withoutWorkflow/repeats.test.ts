import type { INodeParameters } from 'n8n-workflow';

import { answered, byId, refused, useNodeHarness } from '../../support/nodeHarness';
import { draft, inHours, scheduled } from '../createRecords';
import { FOR_PEOPLE } from './advice';
import { services } from './services';

/** A model repeats a call, or calls it again on purpose. Each answer matches the state of the service. */

const LOST = { kind: 'drop', when: 'after' } as const;
const NEVER_ARRIVED = { kind: 'drop', when: 'before' } as const;

describe.each(services)('without a workflow, with %s', (_dialect, options) => {
	const harness = useNodeHarness(options);
	const keysOf = (operation: string) =>
		harness.journal(operation).map(({ headers }) => headers['idempotency-key']);
	const post = async (operation: string, parameters: INodeParameters) =>
		await harness.call('post', operation, { waitForOutcome: false, ...parameters });
	const bread = (parameters: INodeParameters = {}): INodeParameters => ({
		text: 'Fresh bread',
		accountIds: [harness.service.accountId('Bread on Shortpost')],
		...parameters,
	});
	const statusOf = (id: unknown) => harness.service.state.posts.get(String(id))?.status;
	const posts = () => [...harness.service.state.posts.values()];
	/** Loses as many responses as the node waits for. */
	const lose = (operation: string, action: typeof LOST | typeof NEVER_ARRIVED = LOST) =>
		harness.service.faults.add({ operation, times: 5, action });

	it('equal creations make one post, and different ones make another', async () => {
		const [first] = answered(await post('create', bread()));
		const [second] = answered(await post('create', bread()));
		const [other] = answered(await post('create', bread({ text: 'Warm bread' })));
		expect(second?.id).toBe(first?.id);
		expect(other?.id).not.toBe(first?.id);
		expect(posts()).toHaveLength(2);
	});

	it('each answer is true when a model creates a post twice because of a lost response, then cancels, schedules, cancels and reads it', async () => {
		const whole = bread({ afterCreate: 'schedule', scheduledAt: inHours(harness, 3) });
		lose('create_post');
		const cutOff = refused(await post('create', whole));
		expect(cutOff).toContain('The attempt to create the post may have succeeded.');
		expect(cutOff).toContain('call the tool again with the same input');
		expect(cutOff).not.toMatch(FOR_PEOPLE);
		const [created] = answered(await post('create', whole));
		const postId = byId(String(created?.id));
		expect(posts()).toHaveLength(1);
		expect(statusOf(created?.id)).toBe('scheduled');

		expect(answered(await post('cancel', { postId }))).toHaveLength(1);
		expect(statusOf(created?.id)).toBe('draft');
		answered(await post('schedule', { postId, scheduledAt: inHours(harness, 3) }));
		expect(statusOf(created?.id)).toBe('scheduled');
		answered(await post('cancel', { postId }));
		expect(statusOf(created?.id)).toBe('draft');

		const [read] = answered(await post('get', { postId }));
		expect(read).toMatchObject({ id: created?.id, scheduled_at: null, text: 'Fresh bread' });
		expect(new Set(keysOf('cancel_post')).size).toBe(2);
	});

	it.each([
		['publish', {}, 'publish_post'],
		['schedule', { scheduledAt: '2027-05-01T10:00:00Z' }, 'schedule_post'],
	])('%s takes effect once when its response is lost', async (name, parameters, sent) => {
		const { postId, id } = await draft(harness);
		lose(sent);
		expect(refused(await post(name, { postId, ...parameters }))).not.toMatch(FOR_PEOPLE);
		harness.service.faults.clear();
		const before = keysOf(sent).length;

		const [answer] = answered(await post(name, { postId, ...parameters }));

		expect(answer).toMatchObject({ id });
		expect(keysOf(sent)).toHaveLength(before);
	});

	it.each(['publish', 'cancel', 'duplicate'])(
		'%s that never arrived is the same command when it is repeated',
		async (name) => {
			const { postId } = await scheduled(harness);
			lose(`${name}_post`, NEVER_ARRIVED);
			refused(await post(name, { postId }));
			harness.service.faults.clear();
			answered(await post(name, { postId }));
			expect(new Set(keysOf(`${name}_post`)).size).toBe(1);
		},
	);

	it('a command whose effect the post shows already is not sent', async () => {
		const { postId, id } = await scheduled(harness);
		answered(await post('cancel', { postId }));
		harness.requests();
		const [again] = answered(await post('cancel', { postId }));
		expect(again).toMatchObject({ id, scheduled_at: null });
		expect(harness.requests()).toEqual(['get_post']);
	});

	it('the error states what has become of the post in the meantime, and nothing is sent', async () => {
		const { postId, id } = await scheduled(harness);
		answered(await harness.call('post', 'publish', { postId, waitForOutcome: true }));
		harness.requests();
		for (const [name, parameters] of [
			['cancel', {}],
			['schedule', { scheduledAt: inHours(harness, 3) }],
		] as const) {
			const message = refused(await post(name, { postId, ...parameters }));
			expect(message).toContain(
				`Could not ${name} the post: the status of the post has changed. Nothing was sent.`,
			);
			const account = 'Bread on Shortpost (shortpost)';
			expect(message).toContain(
				`Published: ${account}. Post ID: ${id}. Account IDs: ${account} = `,
			);
		}
		expect(harness.requests()).toEqual(['get_post', 'get_post']);
	});

	it.each([
		['deleted', 'delete', {}, 'The post has been deleted.'],
		['published', 'publish', {}, 'Post ID: '],
		['changed', 'update', { updateFields: { text: 'Other bread' } }, 'Post ID: '],
	])('the creation of a post that was %s since is an error', async (_state, name, more, says) => {
		const [created] = answered(await post('create', bread()));
		answered(await post(name, { postId: byId(String(created?.id)), ...more }));

		const message = refused(await post('create', bread()));

		expect(message).toContain('Could not create the post: this was already done');
		expect(message).toContain(says);
		expect(message).not.toMatch(FOR_PEOPLE);
	});

	it('a post that was changed since is not published instead of a new one', async () => {
		const [created] = answered(await post('create', bread()));
		const postId = byId(String(created?.id));
		answered(await post('update', { postId, updateFields: { text: 'Other bread' } }));
		const message = refused(await post('create', bread({ afterCreate: 'publish' })));
		expect(message).toContain('this was already done');
		expect(keysOf('publish_post')).toEqual([]);
	});

	it('a post is created and published once, however often the call is repeated', async () => {
		const whole = bread({ afterCreate: 'publish', waitForOutcome: true });
		lose('publish_post');
		const cutOff = refused(await harness.call('post', 'create', whole));
		expect(cutOff).toContain('The draft has been created: its ID is');
		for (let time = 0; time < 2; time++) {
			const [answer] = answered(await harness.call('post', 'create', whole));
			expect(answer?.publication).toMatchObject({ status: 'published' });
		}
		expect(posts()).toHaveLength(1);
		expect(new Set(keysOf('publish_post')).size).toBe(1);
	});

	it('a scheduled post is not moved by another creation of it', async () => {
		answered(
			await post('create', bread({ afterCreate: 'schedule', scheduledAt: inHours(harness, 3) })),
		);
		const other = bread({ afterCreate: 'schedule', scheduledAt: inHours(harness, 5) });
		const message = refused(await post('create', other));
		expect(message).toContain('the status of the post has changed');
		expect(message).toContain('The post is scheduled for');
		expect(keysOf('schedule_post')).toHaveLength(1);
	});

	it('a copy is created once from the same state, and again from another', async () => {
		const { postId } = await draft(harness);
		const [first] = answered(await post('duplicate', { postId }));
		const [second] = answered(await post('duplicate', { postId }));
		expect(second?.id).toBe(first?.id);
		answered(await post('update', { postId, updateFields: { text: 'Other bread' } }));
		const [third] = answered(await post('duplicate', { postId }));
		expect(third?.id).not.toBe(first?.id);
	});

	it('a deletion whose response was lost is a success when it is repeated', async () => {
		const { postId, id } = await draft(harness);
		lose('delete_post');
		expect(refused(await post('delete', { postId }))).not.toMatch(FOR_PEOPLE);
		harness.service.faults.clear();
		expect(answered(await post('delete', { postId }))).toEqual([{ deleted: true, id }]);
	});
});
