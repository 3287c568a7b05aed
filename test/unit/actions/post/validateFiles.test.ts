import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { jpeg } from '../../support/files';
import { useNodeHarness } from '../../support/nodeHarness';
import { usePictureHost } from '../../support/pictureHost';
import { bread, picture } from '../createRecords';
import { breadInput } from './breadPosts';

/** A file that is missing is a problem of the accounts that would get it, as in Preview. */
describe('Validate, with a missing file', () => {
	const harness = useNodeHarness();
	const host = usePictureHost();
	const cakes = () => harness.service.accountId('Cakes on Pagebook');
	const noPhoto = 'The input item has no file in the binary field "photo".';
	const photo = { mediaSource: 'input', binaryPropertyNames: 'photo' };
	const toEach = (...destination: INodeParameters[]): INodeParameters => ({
		destinationInput: 'perAccount',
		destinations: { destination },
	});

	async function validate(parameters: INodeParameters, options = {}) {
		const form = { text: 'Fresh bread', accountIds: [bread(harness)], ...parameters };
		harness.requests();
		const { items, hints, error } = await harness.run('post', 'validate', form, options);
		const json = items[0]?.json ?? {};
		const accounts = (json.accounts ?? []) as IDataObject[];
		const requests = harness.requests().filter((name) => name !== 'list_accounts');
		return { json, accounts, hints, error, requests };
	}
	const lastBody = () => harness.journal('validate_post').at(-1)?.body as IDataObject;

	it('is not ready, says why, and sends nothing if no account is left', async () => {
		const { json, accounts, hints, error, requests } = await validate(photo);
		expect(error).toBeUndefined();
		expect(json).toMatchObject({ message: `Ready for 0 of 1 account. ${noPhoto}`, ready: false });
		expect(accounts).toEqual([expect.objectContaining({ ready: false, problems: [noPhoto] })]);
		expect(requests).toEqual([]);
		expect(hints).toEqual([]);
	});

	it('is the same problem as in Preview', async () => {
		const form = { text: 'Fresh bread', accountIds: [bread(harness), cakes()], ...photo };
		const { accounts } = await validate(form);
		const { items } = await harness.run('post', 'preview', form);
		const previewed = items[0]?.json.accounts as IDataObject[];
		for (const field of ['ready', 'problems']) {
			expect(accounts.map((each) => each[field])).toEqual(previewed.map((each) => each[field]));
		}
	});

	it('asks the service about the other accounts, with their files', async () => {
		const { id } = await picture(harness);
		const { json, accounts, requests } = await validate({
			...photo,
			binaryPropertyNames: 'data, photo',
			...toEach({ accountId: bread(harness) }, { accountId: cakes(), mediaIds: [id] }),
		});
		expect(accounts.map(({ ready }) => ready)).toEqual([false, true]);
		expect(json).toMatchObject({
			ready: false,
			message: expect.stringMatching(/^Ready for 1 of 2/),
		});
		expect(lastBody().destinations).toEqual([{ account_id: cakes(), media_ids: [id] }]);
		expect(requests).toEqual(['validate_post']);
	});

	it('does not pass on that the service calls the rest of the post ready', async () => {
		const { id } = await picture(harness);
		const { json } = await validate({
			...photo,
			...toEach({ accountId: bread(harness) }, { accountId: cakes(), mediaIds: [id] }),
		});
		expect(json).toMatchObject({ ready: false, service_ready: true });
	});

	it('is a problem of all accounts if each has files of its own', async () => {
		const { id } = await picture(harness);
		const { json, accounts } = await validate({
			...photo,
			...toEach({ accountId: bread(harness), mediaIds: [id] }),
		});
		expect(accounts).toEqual([expect.objectContaining({ ready: false, problems: [noPhoto] })]);
		expect(json.ready).toBe(false);
	});

	it('uploads only files of accounts that it asks about, and removes them', async () => {
		const body = await jpeg();
		const { origin } = await host.open(() => ({ body }));
		const { accounts, requests } = await validate(
			toEach(
				{ accountId: bread(harness), mediaUrls: [`${origin}/bread.jpg`, 'rolls.jpg'] },
				{ accountId: cakes(), mediaUrls: `${origin}/cakes.jpg` },
			),
		);
		expect(accounts).toEqual([
			expect.objectContaining({ ready: false, problems: [expect.stringMatching(/Media URLs/)] }),
			expect.objectContaining({ ready: true, problems: [] }),
		]);
		expect(requests.filter((name) => name === 'begin_media_upload')).toHaveLength(1);
		expect(harness.service.state.media.size).toBe(0);
	});

	it('counts a damaged picture as missing', async () => {
		const damaged = Buffer.from('\xff\xd8\xff damaged', 'latin1');
		const { origin } = await host.open(() => ({ body: damaged }));
		const { accounts, error } = await validate({
			mediaSource: 'address',
			mediaUrls: `${origin}/damaged.jpg`,
		});
		expect(error).toBeUndefined();
		expect(accounts[0]?.problems).toEqual([expect.stringMatching(/could not be prepared/)]);
	});

	it('fails if an address cannot be reached, which Create could not even read', async () => {
		const { error, requests } = await validate({
			mediaSource: 'address',
			mediaUrls: 'http://127.0.0.1:9/a.jpg',
		});
		expect(error?.message).toMatch(/nothing responds/);
		expect(requests).toEqual([]);
	});

	it('fails if there is neither a text nor a file in any field', async () => {
		const { error } = await validate({ text: '' });
		expect(error?.message).toMatch(/^There is no text and no media/);
	});

	it('is a hint if the file can be left out', async () => {
		const options = { missingMedia: 'skip' };
		const { json, hints } = await validate({ ...photo, options }, { input: await breadInput() });
		expect(json.ready).toBe(true);
		expect(hints[0]?.message).toBe(`Checked without a file: ${noPhoto}`);
	});
});
