import nock from 'nock';

import { jpeg } from '../../support/files';
import { useNodeHarness } from '../../support/nodeHarness';
import { usePictureHost } from '../../support/pictureHost';

const harness = useNodeHarness();
const host = usePictureHost();

afterEach(() => nock.cleanAll());
// Nock changes the modules of the process, which runs other files, too.
afterAll(() => nock.restore());

const upload = async (mediaUrl: string, options = {}) =>
	await harness.run('media', 'upload', { mediaSource: 'address', mediaUrl, options });

const media = () => [...harness.service.state.media.values()];

it('Upload takes the picture at a web address, under its name there or a chosen one', async () => {
	const body = await jpeg();
	const { origin } = await host.open(() => ({ body }));
	const uploaded = await upload(`${origin}/shop/bread.jpg`);
	expect(uploaded.error).toBeUndefined();
	await upload(`${origin}/shop/bread.jpg`, { fileName: 'rolls.jpg' });
	expect(media().map(({ name }) => name)).toEqual(['bread.jpg', 'rolls.jpg']);
	expect(harness.service.mediaBytes(String(uploaded.items[0]?.json.id))).toEqual(body);
});

it('Upload refuses anything but a web address before anything is sent', async () => {
	const { error } = await upload('bread.jpg');
	expect(error?.message).toBe("'Media URL' does not start with http:// or https://");
	expect(harness.requests()).toEqual([]);
});

it('the error says how to get the address of the picture if the address leads to a web page', async () => {
	const { origin } = await host.open(() => ({ body: '<!doctype html><title>Shop</title>' }));
	const { error } = await upload(`${origin}/shop`);
	expect(error?.message).toMatch(/\/shop leads to a web page, not to a picture or video$/);
	expect(error?.description).toContain("right-click the picture and choose 'Copy Image Address'");
	expect(media()).toEqual([]);
});

/** The hosts as they respond: a page at the link, and the file, after a redirect, at the address for downloads. */
describe('a link that shares a picture', () => {
	const page = '<!DOCTYPE html><html><title>bread.jpg</title></html>';

	it('of Google Drive is followed to the file', async () => {
		const body = await jpeg();
		nock('https://drive.google.com')
			.get('/uc?export=download&id=F1')
			.reply(303, '', {
				Location: 'https://drive.usercontent.google.com/download?id=F1&export=download',
			})
			.get('/file/d/F1/view?usp=sharing')
			.reply(200, page, { 'Content-Type': 'text/html' });
		nock('https://drive.usercontent.google.com')
			.get('/download?id=F1&export=download')
			.reply(200, body, { 'Content-Type': 'image/jpeg' });
		const { items, error } = await upload('https://drive.google.com/file/d/F1/view?usp=sharing');
		expect(error).toBeUndefined();
		expect(harness.service.mediaBytes(String(items[0]?.json.id))).toEqual(body);
	});

	it('of Dropbox is followed to the file', async () => {
		const body = await jpeg();
		nock('https://www.dropbox.com')
			.get('/scl/fi/a/bread.jpg?rlkey=k&dl=1')
			.reply(302, '', { Location: 'https://uc1.dl.dropboxusercontent.com/cd/0/get/x?dl=1' })
			.get('/scl/fi/a/bread.jpg?rlkey=k&dl=0')
			.reply(200, page, { 'Content-Type': 'text/html' });
		nock('https://uc1.dl.dropboxusercontent.com').get('/cd/0/get/x?dl=1').reply(200, body);
		const { items, error } = await upload(
			'https://www.dropbox.com/scl/fi/a/bread.jpg?rlkey=k&dl=0',
		);
		expect(error).toBeUndefined();
		expect(harness.service.mediaBytes(String(items[0]?.json.id))).toEqual(body);
	});

	it('of OneDrive is followed to the file', async () => {
		const body = await jpeg();
		nock('https://api.onedrive.com')
			.get(/^\/v1\.0\/shares\/u![\w-]+\/root\/content$/)
			.reply(302, '', { Location: 'https://x.files.1drv.com/y4m/bread.jpg' });
		nock('https://x.files.1drv.com').get('/y4m/bread.jpg').reply(200, body);
		const { items, error } = await upload('https://1drv.ms/i/s!AbC');
		expect(error).toBeUndefined();
		expect(harness.service.mediaBytes(String(items[0]?.json.id))).toEqual(body);
	});

	it('that only its owner may open is an error that says how to share the file', async () => {
		nock('https://drive.google.com')
			.get('/uc?export=download&id=F1')
			.reply(200, page, { 'Content-Type': 'text/html' });
		const { error } = await upload('https://drive.google.com/file/d/F1/view');
		expect(error?.message).toMatch(/\/file\/d\/F1\/view leads to a web page/);
		expect(error?.description).toContain('share it with anyone who has the link');
	});
});
