import { openStudio, type Studio } from '../../support/nodeHarness';
import { draft, inAnHour, scheduled } from '../createRecords';

let studio: Studio;

beforeEach(async () => {
	studio = await openStudio();
});
afterEach(async () => await studio.close());

const commands: Array<[operation: string, request: string, parameters: () => object]> = [
	['update', 'edit_post', () => ({ updateFields: { text: 'Warm bread' } })],
	['publish', 'publish_post', () => ({})],
	['schedule', 'schedule_post', () => ({ scheduledAt: inAnHour(studio) })],
	['reschedule', 'reschedule_post', () => ({ scheduledAt: inAnHour(studio) })],
];

describe.each(commands)('post:%s', (operation, request, parameters) => {
	async function prepare() {
		const made = operation === 'reschedule' ? await scheduled(studio) : await draft(studio);
		const post = studio.service.state.posts.get(String(made.id));
		if (post === undefined) throw new Error('There is no post');
		studio.requests();
		return { postId: made.postId, post };
	}

	it('sends the expected ETag byte for byte, with one request', async () => {
		const { postId, post } = await prepare();
		const { etag } = post;
		const run = await studio.run('post', operation, {
			postId,
			revision: 'expected',
			etag,
			...parameters(),
		});
		expect(run.error).toBeUndefined();
		expect(run.items[0]?.json.etag).toBe(post.etag);
		expect(studio.requests()).toEqual([request]);
		expect(studio.journal(request)[0]?.headers['if-match']).toBe(etag);
	});

	it('changes nothing when the post has changed since, and shows it as it is now', async () => {
		const { postId, post } = await prepare();
		const before = structuredClone({ ...post, schedule: null });

		const { error } = await studio.run('post', operation, {
			postId,
			revision: 'expected',
			etag: '"from before"',
			...parameters(),
		});

		expect(error?.message).toMatch(/: the post has been changed since it was read$/);
		expect(error?.httpCode).toBe('412');
		expect(error?.context?.data).toMatchObject({ post: { id: post.id }, etag: post.etag });
		expect({ ...post, schedule: null }).toEqual(before);
		expect(studio.requests()).toEqual([request, 'get_post']);
	});

	it('says how an ETag has to look when the service wants another', async () => {
		const { postId } = await prepare();
		const { error } = await studio.run('post', operation, {
			postId,
			revision: 'expected',
			etag: 'without quotes',
			...parameters(),
		});
		expect(error?.httpCode).toBe('428');
		expect(error?.description).toContain('quotes included');
	});
});

it('a change that another editor makes between reading and writing is never overwritten', async () => {
	const { postId, id } = await draft(studio);
	const post = studio.service.state.posts.get(String(id));
	const find = studio.service.faults.take.bind(studio.service.faults);
	jest.spyOn(studio.service.faults, 'take').mockImplementation((subject) => {
		if (subject.operation === 'edit_post') Object.assign(post ?? {}, { etag: '"theirs"' });
		return find(subject);
	});

	const { error } = await studio.run('post', 'update', { postId, updateFields: { text: 'Mine' } });

	expect(error?.httpCode).toBe('412');
	expect(post?.text).toBe('Fresh bread');
	expect(studio.journal('edit_post')).toHaveLength(1);
});
