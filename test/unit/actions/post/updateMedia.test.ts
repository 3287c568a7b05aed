import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId } from '../../support/nodeHarness';
import { useScriptedService } from '../../support/scriptedService';

const service = useScriptedService();

const POST = '/workspaces/1/posts/7';

/** Updates a post with the given content, and returns the body that the service received. */
async function update(post: IDataObject, updateFields: INodeParameters): Promise<unknown> {
	await service.open({
		[`GET ${POST}`]: () => ({ headers: { ETag: '"1"' }, data: { id: 7, ...post } }),
		[`PATCH ${POST}`]: ({ body }) => ({ data: JSON.parse(body.toString()) }),
	});
	const { error } = await service.run('post:update', {
		postId: byId('7'),
		updateFields: { mediaIds: ['m'], ...updateFields },
	});
	expect(error).toBeUndefined();
	const [request] = service.sent(`PATCH ${POST}`);
	return JSON.parse(String(request?.body));
}

const destinations = [
	{ account_id: '1', text: 'Bread' },
	{ account_id: '2', text: 'Bread in short', options: { thread: ['more'] } },
	{ account_id: '3', text: null },
	{ account_id: '4', text: '' },
];
const withMedia = [
	{ account_id: '1', media_ids: ['m'] },
	{
		account_id: '2',
		text: 'Bread in short',
		options: { thread: ['more'] },
		media_ids: ['m'],
	},
	{ account_id: '3', media_ids: ['m'] },
	{ account_id: '4', text: '', media_ids: ['m'] },
];

it('a new shared text reaches the accounts whose text only repeats the old one', async () => {
	expect(await update({ text: 'Bread', destinations }, { text: 'Rolls' })).toEqual({
		text: 'Rolls',
		destinations: withMedia,
	});
});

it('new media alone do not turn a repeated text into a text of the account', async () => {
	expect(await update({ text: 'Bread', destinations }, {})).toEqual({ destinations: withMedia });
});

it('every text of an account stays if the post has no shared text', async () => {
	const [first, ...others] = withMedia;
	expect(await update({ destinations }, { text: 'Rolls' })).toEqual({
		text: 'Rolls',
		destinations: [{ ...first, text: 'Bread' }, ...others],
	});
});

it('replies stay as the service lists them', async () => {
	const thread = [{ text: 'More' }, { text: 'Even more' }];
	const first = { account_id: '1', options: { thread } };
	expect(await update({ text: 'Bread', destinations: [first] }, {})).toEqual({
		destinations: [{ ...first, media_ids: ['m'] }],
	});
});

it('nothing is sent for a post whose record lacks an account', async () => {
	await service.open({
		[`GET ${POST}`]: () => ({
			headers: { ETag: '"1"' },
			data: { id: 7, destinations: [{ account_id: '1' }, { text: 'Bread' }] },
		}),
	});
	const parameters = { postId: byId('7'), updateFields: { mediaIds: ['m'] } };
	const { error } = await service.run('post:update', parameters);
	expect(error?.message).toMatch(/the service did not state which accounts the media are for/);
	expect(service.sent(`PATCH ${POST}`)).toEqual([]);
});
