import { byId } from '../../support/nodeHarness';
import { useScriptedService } from '../../support/scriptedService';

/** Commands whose response was lost, and whose retry finds a new revision: the post shows whether they took effect. */

const service = useScriptedService();

const draft = { id: 7, status: 'draft', text: 'Bread', destinations: [] };
const postId = byId('7');
const GET_POST = 'GET /workspaces/1/posts/7';

it('an ETag that is only in the record is used as well', async () => {
	await service.open({
		[GET_POST]: () => ({ data: { ...draft, etag: '"5"' } }),
		'PATCH /workspaces/1/posts/7': () => ({ data: draft }),
	});
	const { error } = await service.run('post:update', { postId, updateFields: { text: 'Rolls' } });
	expect(error).toBeUndefined();
	expect(service.sent('PATCH /workspaces/1/posts/7')[0]?.headers['if-match']).toBe('"5"');
});

it('a schedule whose response was lost counts if the service stores whole seconds', async () => {
	await service.open({
		[GET_POST]: ({ nth }) => ({
			headers: { ETag: `"${nth}"` },
			data: { ...draft, status: 'scheduled', scheduled_at: '2099-01-01T00:00:00Z' },
		}),
		'PATCH /workspaces/1/posts/7/reschedule': ({ nth }) =>
			nth === 1 ? undefined : { status: 412, error: { code: 'c' } },
	});
	const scheduledAt = '2099-01-01T00:00:00.321Z';
	const { error } = await service.run('post:reschedule', { postId, scheduledAt });
	expect(error).toBeUndefined();
});

it('a change whose response was lost counts if the service turns IDs into numbers', async () => {
	await service.open({
		[GET_POST]: ({ nth }) => ({
			headers: { ETag: `"${nth}"` },
			data: { ...draft, destinations: [{ id: 1, account_id: 3 }] },
		}),
		'PATCH /workspaces/1/posts/7': ({ nth }) =>
			nth === 1 ? undefined : { status: 412, error: { code: 'c' } },
	});
	const updateFields = { accountIds: ['3'] };
	const { items, error } = await service.run('post:update', { postId, updateFields });
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({ id: 7, etag: '"2"' });
});

it.each([
	['post:publish', 'POST /workspaces/1/posts/7/publish', { status: 'queued' }],
	['post:publish', 'POST /workspaces/1/posts/7/publish', {}],
	['post:update', 'PATCH /workspaces/1/posts/7', { text: 'bread' }],
])(
	'%s: the error does not claim that nothing changed if that is unknown',
	async (name, line, now) => {
		await service.open({
			[GET_POST]: ({ nth }) => ({
				headers: { ETag: `"${nth}"` },
				data: { ...draft, ...(nth > 1 && now) },
			}),
			[line]: ({ nth }) => (nth === 1 ? undefined : { status: 412, error: { code: 'c' } }),
		});
		const { error } = await service.run(name, { postId, updateFields: { text: ' bread' } });
		expect(error?.httpCode).toBe('412');
		expect(error?.description).toContain('may have succeeded');
		expect(error?.description).not.toContain('Nothing was changed');
	},
);
