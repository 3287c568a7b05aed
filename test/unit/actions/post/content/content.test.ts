import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { jpeg } from '../../../support/files';
import { itemWithFile, useNodeHarness } from '../../../support/nodeHarness';
import { draft, picture } from '../../createRecords';

const harness = useNodeHarness();

const id = (name: string) => harness.service.accountId(name);
const lastBody = (operation: string) => harness.journal(operation).at(-1)?.body;

async function created(parameters: INodeParameters, input: INodeExecutionData[] = [{ json: {} }]) {
	const { error } = await harness.run('post', 'create', parameters, { input });
	expect(error).toBeUndefined();
	return lastBody('create_post');
}

it('selected accounts get the shared text and media', async () => {
	const media = (await picture(harness)).id;
	const accountIds = [id('Slow'), id('Cakes on Pagebook')];
	const expected = {
		text: 'Bread',
		destinations: accountIds.map((account_id) => ({ account_id, media_ids: [media] })),
	};
	expect(
		await created({ text: 'Bread', accountIds, mediaSource: 'library', mediaIds: media }),
	).toEqual(expected);
	expect(
		await created({
			text: 'Bread',
			accountIds: `={{ "${accountIds.join(', ')}" }}`,
			mediaSource: 'library',
			mediaIds: `={{ ["${media}"] }}`,
		}),
	).toEqual(expected);
});

it('in JSON, null means no text of its own, and a number becomes text', async () => {
	const [one, other] = [id('Slow'), id('Cakes on Pagebook')];
	const destinationsJson = JSON.stringify([
		{ account_id: one, text: null },
		{ account_id: other, text: 2027 },
	]);
	const destinations = [{ account_id: one }, { account_id: other, text: '2027' }];
	expect(await created({ text: 'Bread', destinationInput: 'json', destinationsJson })).toEqual({
		text: 'Bread',
		destinations,
	});
});

it('an account can have its own content', async () => {
	const [own, shared] = [(await picture(harness)).id, (await picture(harness)).id];
	const destination = [
		{
			accountId: id('Bread on Shortpost'),
			text: 'Short',
			mediaIds: own,
			thread: ['one', '', 'two'],
			options: '{ "reply_to": "everybody" }',
		},
		{ accountId: id('Slow') },
	];
	expect(
		await created({
			text: 'Bread',
			destinationInput: 'perAccount',
			destinations: { destination },
			mediaSource: 'library',
			mediaIds: shared,
		}),
	).toEqual({
		text: 'Bread',
		destinations: [
			{
				account_id: id('Bread on Shortpost'),
				text: 'Short',
				media_ids: [own],
				options: { reply_to: 'everybody', thread: ['one', 'two'] },
			},
			{ account_id: id('Slow'), media_ids: [shared] },
		],
	});
});

it('destinations as JSON are sent unchanged', async () => {
	const destinations = [
		{ account_id: id('Bread on Shortpost'), options: { thread: ['1', '2', '3', '4', '5'] } },
		{ account_id: id('Slow'), text: 'Slow bread', media_ids: [] },
	];
	for (const destinationsJson of [JSON.stringify(destinations), '={{ $json.destinations }}']) {
		const parameters = { text: 'Bread', destinationInput: 'json', destinationsJson };
		const body = await created(parameters, [{ json: { destinations } }]);
		expect(body).toEqual({ text: 'Bread', destinations });
	}
});

it('an update adds the files of the item to the given media', async () => {
	const media = (await picture(harness)).id;
	const { postId } = await draft(harness);
	const { error } = await harness.run(
		'post',
		'update',
		{ postId, updateFields: { mediaIds: media, binaryPropertyNames: 'data' } },
		{ input: [await itemWithFile(await jpeg(), 'bread.jpg', 'image/jpeg')] },
	);
	expect(error).toBeUndefined();
	expect(lastBody('edit_post')).toMatchObject({
		destinations: [{ media_ids: [media, expect.any(String)] }],
	});
});

describe('a change', () => {
	it('omits fields that are not set', async () => {
		const { postId } = await draft(harness);
		await harness.run('post', 'update', { postId, updateFields: { text: '' } });
		expect(lastBody('edit_post')).toEqual({ text: '' });
		await harness.run('post', 'update', { postId, updateFields: { accountIds: [id('Slow')] } });
		expect(lastBody('edit_post')).toEqual({ destinations: [{ account_id: id('Slow') }] });
	});

	it('of the media only keeps the current destinations', async () => {
		const { postId } = await draft(harness);
		const media = (await picture(harness)).id;
		harness.requests();
		const { error } = await harness.run('post', 'update', {
			postId,
			updateFields: { mediaIds: media },
		});
		expect(error).toBeUndefined();
		expect(lastBody('edit_post')).toMatchObject({
			destinations: [{ account_id: id('Bread on Shortpost'), media_ids: [media] }],
		});
		expect(harness.requests()).toEqual(['get_post', 'edit_post']);
	});
});

it('validate returns whether the post is ready, and why not', async () => {
	const { items } = await harness.run('post', 'validate', {
		text: 'x'.repeat(281),
		accountIds: [id('Bread on Shortpost')],
	});
	expect(items[0]?.json).toMatchObject({
		ready: false,
		destinations: [{ problems: [{ code: 'text_too_long' }] }],
	});
	expect(harness.service.state.posts.size).toBe(0);
});
