import type { INodeParameters } from 'n8n-workflow';

import { mp4 } from '../../../corpus/mp4';
import { jpeg } from '../../support/files';
import { answered, itemWithFile, useNodeHarness } from '../../support/nodeHarness';
import { bread, picture } from '../createRecords';
import { breadInput } from './breadPosts';

const harness = useNodeHarness();

async function cards(parameters: INodeParameters, options = {}) {
	const form = { text: 'Fresh bread', accountIds: [bread(harness)], ...parameters };
	const { items, error } = await harness.run('post', 'preview', form, options);
	expect(error).toBeUndefined();
	return String(items[0]?.json.html);
}

it('a preview has a card for each account, with its text, its length and the verdict', async () => {
	const cakes = harness.service.accountId('Cakes on Pagebook');
	const html = await cards({
		text: 'Bread  and rolls\n'.repeat(30),
		accountIds: [bread(harness), cakes],
	});
	const [long, fitting] = html.split('box-sizing').slice(1);
	expect(long).toMatch(/Not ready.*Bread on Shortpost.*has 510 characters, but the limit is 280/);
	expect(long).toContain('Bread  and rolls<br />Bread  and rolls<br />');
	expect(long).toMatch(/color: #b3261e[^>]*>510 of 280 characters/);
	expect(fitting).toMatch(/>Ready<.*Cakes on Pagebook/);
	expect(html).not.toMatch(/<style|<script|class=|\son\w+=/);
});

it('a card says what was changed, and shows the replies', async () => {
	const options = { textOverflow: 'split', linkTags: {} };
	const text = `https://example.com ${'Bread '.repeat(60)}`;
	const html = await cards({ text, options });
	expect(html).toMatch(/utm_source=shortpost.*Reply 1<.*Split into replies · Links tagged/);
});

it('a card shows a picture as Send Email embeds it, with its name and its alt text', async () => {
	const options = { altTexts: 'A loaf' };
	const html = await cards({ mediaSource: 'input', options }, { input: await breadInput() });
	expect(html).toMatch(/<img\s+src="cid:picture_1"\s+alt="bread\.jpg"\s+width="320"/);
	expect(html).toMatch(/320×200 · \d+ \w+ · Alt text: A loaf\./);
	expect(html).toContain('Not checked yet');
});

it('a card contains the picture itself, with Embedded', async () => {
	const options = { pictures: 'embedded' };
	const { id } = await picture(harness);
	const html = await cards({ mediaSource: 'library', mediaIds: [id], options });
	expect(html).toContain(`src="data:image/jpeg;base64,${(await jpeg()).toString('base64')}"`);
});

it('a card shows a video, and with None also a picture, by name and size', async () => {
	const [{ binary = {} } = {}] = await breadInput();
	const video = await itemWithFile(mp4(), 'oven.mp4', 'video/mp4');
	const input = [{ json: {}, binary: { ...binary, video: video.binary?.data ?? {} } }];
	const media = { mediaSource: 'input', binaryPropertyNames: 'data, video' };
	const html = await cards({ ...media, options: { pictures: 'none' } }, { input });
	expect(html).not.toContain('<img');
	expect(html).toMatch(/bread\.jpg<.*320×200 · \d+ \w+<.*oven\.mp4<.*\d KB</);
});

it('a card says which file is left out', async () => {
	const options = { missingMedia: 'skip' };
	const html = await cards({ mediaSource: 'input', options });
	expect(html).toContain(
		'Left out. The input item has no file in the binary field &quot;data&quot;.',
	);
});

it('a tool of an AI Agent returns no HTML', async () => {
	const form = { text: 'Fresh bread', accountIds: [bread(harness)] };
	const [json] = answered(await harness.call('post', 'preview', form));
	expect(json).toMatchObject({ ready: true });
	expect(json).not.toHaveProperty('html');
});
