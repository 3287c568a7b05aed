import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { dialects } from '../../../../service';
import { jpeg } from '../../../support/files';
import { itemWithFile } from '../../../support/nodeHarness';
import { usePictureHost } from '../../../support/pictureHost';
import { breadRow as row, useTableHarness } from './table';

// The differences that count as a change of a row.

const table = useTableHarness();
const host = usePictureHost();

let picture: Buffer;
beforeAll(async () => {
	picture = await jpeg();
});

it('a text that the service stores in another form counts as unchanged', async () => {
	await table.reopen({ ...dialects.first, keptText: (text) => `${text.trim()}.` });
	const first = row({ text: ' Fresh bread ' });
	await table.settles(first);

	const changed = { ...first, text: 'Warm bread' };
	expect(await table.one(changed)).toMatchObject({ action: 'updated', changed: ['text'] });
	await table.settles(changed);
});

it('an edit that changes only spaces is overwritten', async () => {
	await table.settles(row());
	expect(await table.one(row({ text: 'Fresh  bread' }))).toMatchObject({ changed: ['text'] });
});

describe('destinations', () => {
	const perAccount = (destinations: IDataObject[]): INodeParameters => ({
		destinationInput: 'json',
		destinationsJson: JSON.stringify(destinations),
	});
	const account = (name: string) => table.service.accountId(name);

	it('count as the same in another order', async () => {
		const bread = { account_id: account('Bread on Shortpost'), text: 'Short' };
		const cakes = { account_id: account('Cakes on Pagebook') };
		await table.settles(row(), perAccount([bread, cakes]));
		expect(await table.one(row(), perAccount([cakes, bread]))).toMatchObject({
			action: 'unchanged',
		});
	});

	it('are changed by another account, an option or a reply', async () => {
		const bread = { account_id: account('Bread on Shortpost') };
		const cakes = { account_id: account('Cakes on Pagebook') };
		await table.settles(row(), perAccount([bread]));

		const changes = [
			perAccount([bread, cakes]),
			perAccount([{ ...bread, options: { audience: 'all' } }, cakes]),
			perAccount([{ ...bread, options: { audience: 'all', thread: ['More'] } }, cakes]),
			perAccount([cakes]),
		];
		const changed: unknown[] = [];
		for (const each of changes) changed.push((await table.one(row(), each)).changed);
		expect(changed).toEqual([['destinations'], ['destinations'], ['text'], ['destinations']]);
	});
});

describe('pictures from an address', () => {
	const withPicture: INodeParameters = {
		mediaSource: 'address',
		mediaUrls: '={{ $json.picture }}',
	};

	it('are uploaded once, and again only from another address', async () => {
		const { origin } = await host.open(() => ({ body: picture }));
		const first = row({ picture: `${origin}/bread.jpg` });
		await table.settles(first, withPicture);

		const edited = { ...first, text: 'Warm bread' };
		expect(await table.one(edited, withPicture)).toMatchObject({ changed: ['text'] });
		expect(table.service.state.media.size).toBe(1);

		const replaced = { ...edited, picture: `${origin}/rolls.jpg` };
		expect(await table.one(replaced, withPicture)).toMatchObject({ changed: ['media'] });
		expect(table.service.state.media.size).toBe(2);
		await table.settles(replaced, withPicture);

		const removed = { ...replaced, picture: '' };
		const optional = { ...withPicture, options: { missingMedia: 'skip' } };
		expect(await table.one(removed, optional)).toMatchObject({ changed: ['media'] });
		await table.settles(removed, optional);
	});

	it('are kept for an account that is added', async () => {
		const { origin } = await host.open(() => ({ body: picture }));
		const first = row({ picture: `${origin}/bread.jpg` });
		await table.settles(first, withPicture);

		const accountIds = ['Bread on Shortpost', 'Cakes on Pagebook'].map((name) =>
			table.service.accountId(name),
		);
		const output = await table.one(first, { ...withPicture, accountIds });
		expect(output.changed).toEqual(['destinations']);
		expect(table.service.state.media.size).toBe(1);
		await table.settles(first, { ...withPicture, accountIds });
	});

	it('may have another alt text', async () => {
		const { origin } = await host.open(() => ({ body: picture }));
		const first = row({ picture: `${origin}/bread.jpg` });
		const described = (altTexts: string) => ({ ...withPicture, options: { altTexts } });
		await table.settles(first, described('A loaf'));
		expect(await table.one(first, described('A loaf of bread'))).toMatchObject({
			action: 'unchanged',
		});
	});
});

it('an input file counts as unchanged while its content is the same', async () => {
	const item = async (bytes: Buffer, name: string): Promise<INodeExecutionData> => ({
		...(await itemWithFile(bytes, name, 'image/jpeg')),
		json: row(),
	});
	const more = { mediaSource: 'input' };
	const run = async (each: INodeExecutionData) => (await table.upsert([each], more)).items[0]?.json;

	expect(await run(await item(picture, 'a.jpg'))).toMatchObject({ action: 'created' });
	expect(await run(await item(picture, 'b.jpg'))).toMatchObject({ action: 'unchanged' });
	const other = await jpeg(80, 60);
	expect(await run(await item(other, 'a.jpg'))).toMatchObject({ changed: ['media'] });
});

it('links are compared without their tags, and texts before they are shortened', async () => {
	const linked = row({ text: `News: https://example.com/news ${'and more '.repeat(80)}` });
	const options = (campaign: string) => ({
		options: { linkTags: { campaign }, textOverflow: 'shorten' },
	});
	await table.settles(linked, options('spring'));
	expect(table.posts[0]?.text).toBeDefined();
	expect(await table.one(linked, options('summer'))).toMatchObject({ action: 'unchanged' });
});

it('a post whose content was replaced by hand is found by its row', async () => {
	const { id } = await table.settles(row());
	await table.byHand.edit(String(id), 'Something else');
	await table.byHand.move(String(id), table.service.accountId('Cakes on Pagebook'));

	const output = await table.one(row({ id: '' }));
	expect(output).toMatchObject({ id, action: 'updated', changed: ['text', 'destinations'] });
});
