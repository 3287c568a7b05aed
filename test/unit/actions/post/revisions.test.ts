import { useNodeHarness } from '../../support/nodeHarness';
import { draft, inAnHour, scheduled } from '../createRecords';

const harness = useNodeHarness();

const commands: Array<[operation: string, request: string, parameters: () => object]> = [
	['update', 'edit_post', () => ({ updateFields: { text: 'Warm bread' } })],
	['publish', 'publish_post', () => ({ waitForOutcome: false })],
	['schedule', 'schedule_post', () => ({ scheduledAt: inAnHour(harness) })],
	['reschedule', 'reschedule_post', () => ({ scheduledAt: inAnHour(harness) })],
];

describe.each(commands)('post:%s', (operation, request, parameters) => {
	async function prepare() {
		const made = operation === 'reschedule' ? await scheduled(harness) : await draft(harness);
		const post = harness.service.state.posts.get(String(made.id));
		if (post === undefined) throw new Error('There is no post');
		harness.requests();
		return { postId: made.postId, post };
	}

	it('sends the expected ETag byte for byte, with one request', async () => {
		const { postId, post } = await prepare();
		const { etag } = post;
		const run = await harness.run('post', operation, {
			postId,
			options: { onlyIfUnchangedSince: etag },
			...parameters(),
		});
		expect(run.error).toBeUndefined();
		expect(run.items[0]?.json.etag).toBe(post.etag);
		expect(harness.requests()).toEqual([request]);
		expect(harness.journal(request)[0]?.headers['if-match']).toBe(etag);
	});

	it('changes nothing if the post has changed since, and returns the current post', async () => {
		const { postId, post } = await prepare();
		const before = structuredClone({ ...post, schedule: null });

		const { error } = await harness.run('post', operation, {
			postId,
			options: { onlyIfUnchangedSince: '"from before"' },
			...parameters(),
		});

		expect(error?.message).toMatch(/: the post has been changed since it was read$/);
		expect(error?.httpCode).toBe('412');
		expect(error?.context?.data).toMatchObject({ post: { id: post.id }, etag: post.etag });
		expect({ ...post, schedule: null }).toEqual(before);
		expect(harness.requests()).toEqual([request, 'get_post']);
	});

	it('explains the format of an ETag when the service expects another one', async () => {
		const { postId } = await prepare();
		const { error } = await harness.run('post', operation, {
			postId,
			options: { onlyIfUnchangedSince: 'without quotes' },
			...parameters(),
		});
		expect(error?.httpCode).toBe('428');
		expect(error?.message).toMatch(/: the service needs the current ETag of the post$/);
		expect(error?.description).toContain('quotes included');
	});
});

it('a change that somebody else makes between read and write is never overwritten', async () => {
	const { postId, id } = await draft(harness);
	const post = harness.service.state.posts.get(String(id));
	const find = harness.service.faults.take.bind(harness.service.faults);
	jest.spyOn(harness.service.faults, 'take').mockImplementation((subject) => {
		if (subject.operation === 'edit_post') Object.assign(post ?? {}, { etag: '"theirs"' });
		return find(subject);
	});

	const { error } = await harness.run('post', 'update', { postId, updateFields: { text: 'Mine' } });

	expect(error?.httpCode).toBe('412');
	expect(post?.text).toBe('Fresh bread');
	expect(harness.journal('edit_post')).toHaveLength(1);
});

it('the error names the draft if somebody changes it before it is published', async () => {
	const action = {
		kind: 'status',
		when: 'before',
		status: 412,
		code: 'revision_conflict',
	} as const;
	harness.service.faults.add({ operation: 'publish_post', action });
	const { error } = await harness.run('post', 'create', {
		text: 'Fresh bread',
		accountIds: [harness.service.accountId('Bread on Shortpost')],
		afterCreate: 'publish',
	});
	const [id] = harness.service.state.posts.keys();
	expect(error?.message).toBe(
		'Could not publish the post: the post has been changed since it was read',
	);
	expect(error?.description).toContain('It was neither published nor scheduled.');
	expect(error?.description).toContain(`The draft has been created: its ID is ${id}.`);
	expect(error?.description).not.toContain('Nothing was changed.');
});
