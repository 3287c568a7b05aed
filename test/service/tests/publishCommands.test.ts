import { data, etag, refusal, type Data, useClient } from './client';

const client = useClient({ limits: { credentialPerMinute: 1000, userPerMinute: 1000 } });

const events = () => client.service.events.map(({ type }) => type);

/** Publishes a new post and waits for its outcomes. */
async function published(accounts: string[], content: { options?: object } = {}) {
	const { path, etag: revision, id } = await client.draft(accounts, content);
	const accepted = await client.publish(path, revision);
	await client.service.clock.advance(1_000);
	const post = await client.get(path);
	return { id, path, accepted, post: data(post), etag: etag(post) };
}

const destination = (post: Data, index = 0) => {
	const list = post['destinations'];
	if (!Array.isArray(list)) throw new Error('The post has no destinations');
	return list[index] as Data;
};

const retry = async (id: string, body: object = {}) =>
	await client.command('POST', `${client.workspace()}/destinations/${id}/retry`, body);

describe('publishing', () => {
	test('is accepted with 202; the outcomes and the status of the post follow', async () => {
		const { accepted, post } = await published(['Bread on Shortpost', 'Cakes on Pagebook']);
		expect(accepted.status).toBe(202);
		expect(data(accepted)).toMatchObject({ status: 'publishing' });
		expect(post).toMatchObject({
			status: 'published',
			destinations: [{ status: 'published', error: null }, { status: 'published' }],
			delivery_history: [{ attempt: 1, status: 'published' }, { status: 'published' }],
		});
		expect(events()).toEqual([
			'post.created',
			'post.publishing',
			'delivery.published',
			'delivery.published',
			'post.published',
		]);
	});

	test.each([
		[['Bread on Shortpost', 'Always fails'], 'partial', 'failed', 'platform_rejected'],
		[['Always fails'], 'failed', 'failed', 'platform_rejected'],
		[['Bread on Shortpost', 'Always blocked'], 'partial', 'blocked', 'platform_blocked'],
		[['Always uncertain'], 'failed', 'needs_review', 'outcome_unknown'],
	])('%j ends as %s', async (accounts, status, outcome, code) => {
		const { post } = await published(accounts);
		expect(post['status']).toBe(status);
		expect(destination(post, accounts.length - 1)).toMatchObject({
			status: outcome,
			error: { code },
		});
		expect(events()).toContain(`delivery.${outcome}`);
		expect(events().at(-1)).toBe(`post.${status}`);
	});

	test('the response to the command shows outcomes without a delay', async () => {
		client.service.setOutcome('Always fails', { status: 'failed', delayMs: 0 });
		const { accepted } = await published(['Bread on Shortpost', 'Always fails']);
		expect(data(accepted)).toMatchObject({
			status: 'publishing',
			destinations: [{ status: 'publishing' }, { status: 'failed' }],
		});
		expect(data((await published(['Always fails'])).accepted)).toMatchObject({ status: 'failed' });
	});

	test('an account can publish late and with another outcome than before', async () => {
		const slow = { status: 'published', delayMs: 60_000 } as const;
		client.service.setOutcome('Always fails', slow, { status: 'failed' });
		const { path, post } = await published(['Always fails']);
		expect(post['status']).toBe('publishing');
		await client.service.clock.advance(60_000);
		expect(data(await client.get(path))['status']).toBe('published');
		expect((await published(['Always fails'])).post['status']).toBe('failed');
	});

	test('a thread lists each confirmed part and uses one slot', async () => {
		const thread = ['Still warm', 'All gone'];
		const { post } = await published(['Bread on Shortpost'], { options: { thread } });
		expect(post['thread_publications']).toEqual(
			[1, 2, 3].map(() => ({
				id: expect.any(String),
				url: expect.stringMatching(/^https:/),
				published_at: expect.any(String),
				destination_id: destination(post).id,
				account_id: client.service.accountId('Bread on Shortpost'),
			})),
		);
		const capabilities = data(await client.get(`${client.workspace()}/capabilities`));
		expect(capabilities['allowances']).toEqual({
			shortpost: { limit: 100, used: 1, remaining: 99 },
		});
	});

	test('conditions are checked again at the time of publication', async () => {
		const long = { text: 'x'.repeat(300) };
		const { path, etag: revision } = await client.draft(['Cakes on Shortpost'], long);
		await client.publish(path, revision);
		client.service.setSubscription('Cakes on Shortpost', {});
		await client.service.clock.advance(1_000);
		const post = data(await client.get(path));
		expect(destination(post)).toMatchObject({
			status: 'blocked',
			error: { code: 'text_too_long' },
		});
	});

	test('a post that no destination accepts is refused', async () => {
		const { path, etag: revision } = await client.draft(['Bread on Photowall']);
		const answer = await client.publish(path, revision);
		expect(refusal(answer)).toEqual([422, 'post_not_ready']);
		expect(answer.body.error?.details).toMatchObject([{ field: 'destinations.0.media_ids' }]);
	});

	test('an account that lost its connection blocks its delivery, or the post if there is no other', async () => {
		client.service.setConnected('Bread on Shortpost', false);
		expect(events()).toEqual(['account.reconnect_required']);
		const { path, etag: revision } = await client.draft(['Bread on Shortpost']);
		expect(refusal(await client.publish(path, revision))).toEqual([403, 'access_denied']);
		const { post } = await published(['Bread on Shortpost', 'Cakes on Pagebook']);
		expect(destination(post)).toMatchObject({
			status: 'blocked',
			error: { code: 'reconnect_required' },
		});
	});
});

describe('locked posts', () => {
	test.each(['Bread on Shortpost', 'Always uncertain', 'Slow'])(
		'a post that went to %s can be neither changed nor deleted',
		async (account) => {
			const { path, etag: revision } = await published([account]);
			const headers = { 'If-Match': revision };
			const edit = await client.send('PATCH', path, { body: { text: 'x' }, headers });
			expect(refusal(edit)).toEqual([409, 'post_locked']);
			expect(refusal(await client.send('DELETE', path))).toEqual([409, 'post_locked']);
			expect(refusal(await client.publish(path, revision))).toEqual([409, 'post_locked']);
		},
	);

	test('a failed post and a draft can be deleted', async () => {
		const { path } = await published(['Always fails']);
		expect((await client.send('DELETE', path)).status).toBe(204);
		expect(refusal(await client.get(path))).toEqual([404, 'not_found']);
		const draft = await client.draft(['Always fails']);
		expect((await client.send('DELETE', draft.path)).status).toBe(204);
	});
});

describe('retries of deliveries', () => {
	test('a failed delivery is retried and the attempt is added to the history', async () => {
		const { path, post } = await published(['Bread on Shortpost', 'Always fails']);
		client.service.setOutcome('Always fails', { status: 'published' });
		const accepted = await retry(destination(post, 1).id);
		expect(accepted.status).toBe(202);
		await client.service.clock.advance(1_000);
		const after = data(await client.get(path));
		expect(after['status']).toBe('published');
		expect(after['delivery_history']).toMatchObject([{}, { attempt: 1 }, { attempt: 2 }]);
	});

	test('an uncertain delivery is retried only after a check of the platform', async () => {
		const { post } = await published(['Always uncertain']);
		const { id } = destination(post);
		for (const body of [{}, { checked_platform: false }]) {
			expect(refusal(await retry(id, body))).toEqual([422, 'platform_check_required']);
		}
		expect((await retry(id, { checked_platform: true })).status).toBe(202);
	});

	test('an uncertain thread or a published delivery is never retried', async () => {
		const { post } = await published(['Always uncertain'], { options: { thread: ['more'] } });
		expect(post['thread_publications']).toHaveLength(1);
		const thread = await retry(destination(post).id, { checked_platform: true });
		expect(refusal(thread)).toEqual([409, 'thread_needs_review']);
		const fine = await published(['Bread on Shortpost']);
		const done = await retry(destination(fine.post).id);
		expect(refusal(done)).toEqual([409, 'delivery_not_failed']);
	});
});
