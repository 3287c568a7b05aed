import type { INodeParameters } from 'n8n-workflow';
import nock from 'nock';

import { jpeg } from '../../support/files';
import { itemWithFile, useNodeHarness } from '../../support/nodeHarness';
import { usePictureHost } from '../../support/pictureHost';
import { useScriptedService } from '../../support/scriptedService';
import { bread } from '../createRecords';

const harness = useNodeHarness();
const host = usePictureHost();
const service = useScriptedService();

afterEach(() => nock.cleanAll());
// Nock changes the modules of the process, which runs other files, too.
afterAll(() => nock.restore());

async function hint(parameters: INodeParameters, options = {}) {
	const form = { text: '={{ $json.text }}', accountIds: [bread(harness)], ...parameters };
	const input = [{ json: { text: 'Fresh bread' } }];
	const { hints, error } = await harness.run('post', 'preview', form, { input, ...options });
	expect(error).toBeUndefined();
	expect(hints).toHaveLength(1);
	return String(hints[0]?.message);
}

it('the hint of a preview says what becomes of each account', async () => {
	const cakes = harness.service.accountId('Cakes on Pagebook');
	const input = [{ json: { text: 'Bread '.repeat(50) } }];
	expect(await hint({ accountIds: [bread(harness), cakes] }, { input })).toBe(
		[
			'Bread on Shortpost (shortpost): not ready. The text for Bread on Shortpost (shortpost) has 300 characters, but the limit is 280.',
			'Cakes on Pagebook (pagebook): ready, 300 of 63206 characters.',
		].join('<br>'),
	);
	expect(await hint({ options: { textOverflow: 'shorten' } }, { input })).toMatch(
		/: ready, 27\d of 280 characters, shortened\.$/,
	);
});

it('the hint of a preview says what becomes of each of many accounts, however long their problems are', async () => {
	const objection = `Reconnect it. ${'Please. '.repeat(200)}`;
	const accounts = Array.from({ length: 40 }, (_, nth) => ({
		id: `a${nth}`,
		name: `Bakery ${nth}`,
		platform: 'pagebook',
	}));
	const errors = accounts.map(({ id }) => ({ account_id: id, message: objection }));
	await service.open({
		'GET /workspaces/1/accounts': () => ({ data: { items: accounts } }),
		'POST /workspaces/1/posts/validate': () => ({ data: { ready: false, errors } }),
	});
	const accountIds = accounts.map(({ id }) => id);
	const { hints, error } = await service.run('post:preview', { text: 'Bread', accountIds });
	expect(error).toBeUndefined();
	const lines = hints.map(({ message }) => message.split('<br>')).flat();
	expect(lines.map((line) => /^Bakery \d+ \(pagebook\): not ready\. /.test(line))).toEqual(
		accounts.map(() => true),
	);
	for (const line of lines) expect(line.length).toBeLessThan(310);
});

it('the hint of a preview covers five items, and names those with the same together', async () => {
	const texts = ['Bread', 'Rolls', 'Buns', 'Bread', 'Cakes and pies', 'Tea', 'Coffee', 'Lemonade'];
	const message = await hint({}, { input: texts.map((text) => ({ json: { text } })) });
	expect(message.split('<br>')).toEqual([
		expect.stringMatching(/^Items 1, 2 and 4: .*: ready, 5 of 280 characters\.$/),
		expect.stringMatching(/^Item 3: .*: ready, 4 of 280 characters\.$/),
		expect.stringMatching(/^Item 5: /),
		expect.stringMatching(/^Item 6: /),
		expect.stringMatching(/^Item 7: /),
		'And 1 more.',
	]);
});

it('the hint of a preview shows a picture that has a web address', async () => {
	const body = await jpeg();
	const { origin } = await host.open(() => ({ body }));
	const address = `${origin}/a'b"c<d>.jpg?size=1&x=2`;
	const media = { mediaSource: 'address', mediaUrls: `={{ [${JSON.stringify(address)}] }}` };
	const message = await hint(media);
	expect(message).toMatch(
		/not checked yet, 11 of 280 characters\.<br><img src="[^"<>]*" alt="[^"<>]*" height="90" \/>$/,
	);
	expect(message).toContain(`src="${origin}/a&#39;b%22c%3Cd%3E.jpg?size=1&amp;x=2"`);
	expect(await hint({ ...media, options: { pictures: 'none' } })).not.toContain('<img');
});

it('the hint of a preview shows the picture that a link shares, not the page that the link leads to', async () => {
	const link = 'https://www.dropbox.com/scl/fi/a/bread.jpg?rlkey=k&dl=0';
	nock('https://www.dropbox.com')
		.get('/scl/fi/a/bread.jpg?rlkey=k&dl=1')
		.reply(200, await jpeg());
	const message = await hint({ mediaSource: 'address', mediaUrls: link });
	expect(message).toContain('src="https://www.dropbox.com/scl/fi/a/bread.jpg?rlkey=k&amp;dl=1"');
});

it('the hint of a preview shows no picture without a web address', async () => {
	const file = await itemWithFile(await jpeg(), 'bread.jpg', 'image/jpeg');
	const input = [{ ...file, json: { text: 'Fresh bread' } }];
	expect(await hint({ mediaSource: 'input' }, { input })).not.toContain('<img');
});
