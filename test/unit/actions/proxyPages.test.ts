import { byId } from '../support/nodeHarness';
import { useScriptedService } from '../support/scriptedService';

/** Responses of a proxy in front of the service while the service is unavailable. */

const service = useScriptedService();

it('a 404 page of a proxy does not confirm a deletion whose response was lost', async () => {
	await service.open({
		'DELETE /workspaces/1/posts/7': ({ nth }) =>
			nth === 1
				? { status: 502, text: '<h1>Bad Gateway</h1>' }
				: { status: 404, text: 'default backend - 404' },
	});
	const { items, error } = await service.run('post:delete', { postId: byId('7') });
	expect(items).toEqual([]);
	expect(error?.message).toBe('Could not delete the post: the response is not from the service');
	expect(error?.description).toContain('The attempt to delete the post may have succeeded.');
});

describe('a download', () => {
	const media = { data: { id: 5, name: 'bread.jpg', type: 'image/jpeg' } };
	const FILE = 'GET /workspaces/1/media/5/file';
	const page = { text: '<h1>Hello</h1>', headers: { 'Content-Type': 'text/html; charset=utf-8' } };

	it.each([
		['a page', page, 'Could not download the file: the response is not the file'],
		[
			'JSON',
			{ error: { code: 'broken' }, headers: { 'Content-Type': 'application/json' } },
			'Could not download the file: the response is not the file',
		],
		['nothing', { text: '' }, /^Could not download the file: the connection broke/],
		['no content', { status: 204 }, /^Could not download the file: the connection broke/],
	])('that returns %s instead of a file is an error', async (_name, answer, message) => {
		await service.open({ 'GET /workspaces/1/media/5': () => media, [FILE]: () => answer });
		const { items, error } = await service.run('media:download', { mediaId: byId('5') });
		expect(items).toEqual([]);
		expect(error?.message).toMatch(message);
	});

	it('that returns a temporary page is tried again', async () => {
		await service.open({
			'GET /workspaces/1/media/5': () => media,
			[FILE]: ({ nth }) => (nth === 1 ? page : { text: 'the file' }),
		});
		const { items, binaryBytes } = await service.run('media:download', { mediaId: byId('5') });
		expect(items[0] && String(await binaryBytes(items[0], 'data'))).toBe('the file');
	});
});
