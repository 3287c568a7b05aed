import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { useNodeHarness } from '../../support/nodeHarness';
import { bread, picture } from '../createRecords';
import { breadInput } from './breadPosts';

describe('Preview', () => {
	const harness = useNodeHarness();

	async function preview(parameters: INodeParameters, options = {}) {
		harness.requests();
		const form = { accountIds: [bread(harness)], ...parameters };
		const { items, error } = await harness.run('post', 'preview', form, options);
		const json = items[0]?.json ?? {};
		const [account = {}] = (json.accounts ?? []) as IDataObject[];
		return { json, account, error, requests: harness.requests() };
	}

	it('shows what an account would get, and saves nothing', async () => {
		const { json, account, requests } = await preview({ text: 'Fresh bread' });
		expect(json).toMatchObject({ ready: true, message: 'Ready for 1 of 1 account.' });
		expect(account).toMatchObject({ text: 'Fresh bread', characters: 11, problems: [], media: [] });
		expect(requests).not.toContain('create_post');
	});

	it('shows a text that is too long as a problem', async () => {
		const { json, account, error } = await preview({ text: 'Bread '.repeat(100) });
		expect(error).toBeUndefined();
		expect(json).toMatchObject({ ready: false });
		expect(account.problems).toEqual([
			'The text for Bread on Shortpost (shortpost) has 600 characters, but the limit is 280.',
		]);
		expect(json.message).toBe(
			'Ready for 0 of 1 account. Bread on Shortpost: 600 of 280 characters.',
		);
	});

	it.each(['shorten', 'split'])(
		'shows the texts that Create then sends with %s',
		async (textOverflow) => {
			const content = { text: 'Bread '.repeat(60), options: { textOverflow } };
			const { account } = await preview(content);
			const { items } = await harness.run('post', 'create', {
				...content,
				accountIds: [bread(harness)],
				simplify: false,
			});
			const [sent = {}] = (items[0]?.json.destinations ?? []) as IDataObject[];
			expect(account.text).toBe(sent.text);
			expect(account.replies).toEqual((sent.options as IDataObject | undefined)?.thread ?? []);
			expect(account.changes).toEqual([textOverflow === 'split' ? 'split' : 'shortened']);
		},
	);

	it('shows a missing file as a problem, unless it can be left out', async () => {
		const media = { mediaSource: 'input', binaryPropertyNames: 'photo' };
		const strict = await preview({ text: 'Bread', ...media });
		expect(strict.error).toBeUndefined();
		expect(strict.account).toMatchObject({
			ready: false,
			problems: [expect.stringMatching(/photo/)],
		});
		const lenient = await preview({ text: 'Bread', ...media, options: { missingMedia: 'skip' } });
		expect(lenient.account).toMatchObject({
			ready: true,
			problems: [],
			media: [{ name: 'photo', skipped: expect.stringMatching(/photo/) }],
		});
	});

	it('shows a missing file as a problem even if every account has files of its own', async () => {
		const { id } = await picture(harness);
		const { account } = await preview({
			text: 'Bread',
			mediaSource: 'input',
			binaryPropertyNames: 'photo',
			destinationInput: 'perAccount',
			destinations: { destination: [{ accountId: bread(harness), mediaIds: [id] }] },
		});
		expect(account).toMatchObject({ ready: false, problems: [expect.stringMatching(/photo/)] });
	});

	it('shows no file for a row without a picture', async () => {
		const media = { mediaSource: 'address', mediaUrls: '' };
		const { account } = await preview({
			text: 'Bread',
			...media,
			options: { missingMedia: 'skip' },
		});
		expect(account).toMatchObject({ ready: true, problems: [], media: [] });
	});

	it('shows a picture as it would be uploaded, without uploading it or calling its account ready', async () => {
		const media = { mediaSource: 'input', text: 'Bread' };
		const { json, account, requests } = await preview(
			{ ...media, options: { altTexts: 'A loaf' } },
			{ input: await breadInput() },
		);
		expect(json.ready).toBeNull();
		expect(json.message).toMatch(
			/^Ready for 0 of 1 account\. Pictures and videos are checked on upload\.$/,
		);
		expect(account.media).toEqual([
			expect.objectContaining({ name: 'bread.jpg', alt_text: 'A loaf', width: expect.any(Number) }),
		]);
		expect(requests.filter((each) => /media|validate|create/.test(each))).toEqual([]);
	});

	it('tells the accounts for which the service would publish the post from the others', async () => {
		const cakes = harness.service.accountId('Cakes on Pagebook');
		const { json } = await preview({
			text: 'Bread '.repeat(60),
			accountIds: [bread(harness), cakes],
		});
		const accounts = json.accounts as IDataObject[];
		expect(accounts.map(({ ready }) => ready)).toEqual([false, true]);
		expect(json.message).toBe(
			'Ready for 1 of 2 accounts. Bread on Shortpost: 360 of 280 characters.',
		);
	});
});
