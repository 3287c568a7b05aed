import { byContent, down, lost, twice, useBreadPosts } from './breadPosts';

const { create, createElsewhere, fails, mediaIds, postIds, remove, starts, unknownAccount } =
	useBreadPosts();

describe('the same file in two executions at the same time', () => {
	it('is uploaded once for different posts', async () => {
		const runs = await Promise.all(
			['White', 'Brown'].map(async (text) => await create({ ...byContent, text })),
		);
		expect(runs.map(({ error }) => error)).toEqual([undefined, undefined]);
		expect(mediaIds()).toHaveLength(1);
		expect(postIds()).toHaveLength(2);
		expect(starts()).toBe(1);
	});

	it('makes one post if the text is the same, too', async () => {
		const runs = await Promise.all([create(byContent), create(byContent)]);
		expect(runs.map(({ error }) => error)).toEqual([undefined, undefined]);
		expect(new Set(runs.map(({ items }) => items[0]?.json.id)).size).toBe(1);
		expect(postIds()).toHaveLength(1);
		expect(mediaIds()).toHaveLength(1);
	});

	it('is uploaded by the second execution when the first one fails', async () => {
		fails('upload_media_part', down);
		const runs = await Promise.all([create(byContent), create(byContent)]);
		expect(runs.filter(({ error }) => error === undefined)).toHaveLength(1);
		expect(postIds()).toHaveLength(1);
	});

	it('stays for the second execution when the first one is refused', async () => {
		const unknown = { ...byContent, text: 'White', ...unknownAccount() };
		const [first, second] = await Promise.all([
			create(unknown),
			create({ ...byContent, text: 'Brown' }),
		]);
		expect(first.error?.message).toMatch(/^Could not create the post: /);
		expect(second.error).toBeUndefined();
		expect(mediaIds()).toHaveLength(1);
	});
});

describe('Skip the Same Content, if another process has created the post', () => {
	it.each([
		['draft', 'content'],
		['publish', 'content'],
		['draft', 'custom'],
		['publish', 'custom'],
	])('continues with that post (%s, %s)', async (afterCreate, idempotency) => {
		const parameters = { afterCreate, idempotency, idempotencyKey: 'article-7' };
		const first = await create(parameters);
		const second = await createElsewhere(parameters);
		expect(second.error).toBeUndefined();
		expect(second.items[0]?.json.id).toBe(first.items[0]?.json.id);
		expect(postIds()).toHaveLength(1);
		expect(mediaIds()).toHaveLength(1);
	});

	it('continues with that post if both run at the same time', async () => {
		const runs = await Promise.all([create(byContent), createElsewhere(byContent)]);
		expect(runs.map(({ error }) => error)).toEqual([undefined, undefined]);
		expect(postIds()).toHaveLength(1);
		expect(mediaIds()).toHaveLength(1);
	});

	it('names the posts if several may be the one', async () => {
		await create(byContent);
		await create();
		const { error } = await createElsewhere(byContent);
		expect(error?.message).toBe(
			'Could not create the post: this content was already sent within the last 24 hours',
		);
		expect(error?.description).toMatch(/^Nothing was sent twice\./);
		for (const id of postIds()) expect(error?.description).toContain(id);
		expect(postIds()).toHaveLength(2);
		expect(mediaIds()).toHaveLength(2);
	});

	it('does not continue with a post that has the same text but no picture', async () => {
		const first = await create(byContent);
		await remove('post', String(first.items[0]?.json.id));
		await create({ mediaSource: 'none' });
		const { error } = await createElsewhere(byContent);
		expect(error?.description).toContain(postIds().join());
	});

	it('reports that the post was deleted', async () => {
		const first = await create(byContent);
		await remove('post', String(first.items[0]?.json.id));
		const { error } = await createElsewhere(byContent);
		expect(error?.description).toContain('No post has this text and these accounts');
		expect(postIds()).toEqual([]);
	});

	it('reports the conflict when the posts cannot be read', async () => {
		await create(byContent);
		fails('list_posts', down);
		const { error } = await createElsewhere(byContent);
		expect(error?.message).toContain('the idempotency key was used before');
		expect(mediaIds()).toHaveLength(1);
	});
});

describe('a file that was uploaded before', () => {
	it('is uploaded again when its media was deleted in the meantime', async () => {
		const { items } = await create(byContent);
		const [oldId = ''] = mediaIds();
		await remove('post', String(items[0]?.json.id));
		await remove('media', oldId);
		const { error } = await create({ ...byContent, text: 'Brown bread' });
		expect(error).toBeUndefined();
		expect(mediaIds()).not.toContain(oldId);
		expect(mediaIds()).toHaveLength(1);
	});

	it('is used without a check when the check fails', async () => {
		await create(byContent);
		fails('get_media', down);
		const { error } = await create({ ...byContent, text: 'Brown bread' });
		expect(error).toBeUndefined();
		expect(mediaIds()).toHaveLength(1);
	});

	it('is not uploaded again when only its readiness could not be read', async () => {
		fails('get_media', down);
		const { error } = await create({}, twice);
		expect(error).toBeUndefined();
		expect(starts()).toBe(1);
	});

	it.each([
		[5, 0],
		[1, 5],
	])(
		'is not uploaded again after %i lost completions and %i failed reads',
		async (losses, reads) => {
			fails('complete_media_upload', lost, losses);
			if (reads > 0) fails('get_media', down, reads);
			const { error } = await create({}, twice);
			expect(error).toBeUndefined();
			expect(starts()).toBe(1);
		},
	);
});
