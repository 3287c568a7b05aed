import type { IDataObject } from 'n8n-workflow';

import { readFileName } from '../../../nodes/SocialPublishing/media/fetchMediaFile';
import { byId } from '../support/nodeHarness';
import { useScriptedService, type Reply } from '../support/scriptedService';

describe('readFileName', () => {
	it.each([
		['a token', 'attachment; filename=bread.jpg', 'bread.jpg'],
		['a quoted string', 'attachment; filename="my bread; \\"rye\\".jpg"', 'my bread; "rye".jpg'],
		['an encoded name', "attachment; filename*=UTF-8''Br%C3%B6tchen%3B.jpg", 'Brötchen;.jpg'],
		['an encoded Latin-1 name', "attachment; filename*=ISO-8859-1''Br%F6tchen.jpg", 'Brötchen.jpg'],
		[
			'an encoded name after a plain one',
			`attachment; filename="Br_tchen.jpg"; filename*=UTF-8''Br%C3%B6tchen.jpg`,
			'Brötchen.jpg',
		],
		[
			'an encoded name before a plain one',
			`attachment; filename*=UTF-8''Br%C3%B6tchen.jpg; filename="Br_tchen.jpg"`,
			'Brötchen.jpg',
		],
		['capitals', 'Attachment; FileName="bread.jpg"', 'bread.jpg'],
		['folders', 'attachment; filename="../pictures/bread.jpg"', 'bread.jpg'],
		['Windows folders', 'attachment; filename="C:\\\\pictures\\\\bread.jpg"', 'bread.jpg'],
		['encoded folders', "attachment; filename*=UTF-8''..%2Fpictures%2Fbread.jpg", 'bread.jpg'],
	])('reads the name in %s', (_form, header, name) => {
		expect(readFileName(header)).toBe(name);
	});

	it('reads the plain name if the encoded one is malformed', () => {
		const header = `attachment; filename="bread.jpg"; filename*=UTF-8''%E0%A4%A`;
		expect(readFileName(header)).toBe('bread.jpg');
	});

	it.each([
		undefined,
		'',
		'attachment',
		'attachment; filename',
		'attachment; filename=',
		'attachment; filename=""',
		'attachment; filename="pictures/"',
		'attachment; filename="bread.jpg',
		"attachment; filename*=UTF-8''%E0%A4%A",
		'attachment; filename*=bread.jpg',
		';;; = "',
	])('finds no name in %j', (header) => {
		expect(readFileName(header)).toBeUndefined();
	});
});

describe('a media item without a name', () => {
	const service = useScriptedService();

	it.each([
		[
			'gets the name in the header',
			"attachment; filename*=UTF-8''Br%C3%B6tchen.jpg",
			'Brötchen.jpg',
		],
		[
			'is downloaded without a name if the header is malformed',
			'attachment; filename="bread.jpg',
			undefined,
		],
	])('%s', async (_what, disposition, fileName) => {
		await service.open({
			'GET /workspaces/1/media/5': () => ({ data: { id: 5, type: 'image/jpeg' } }),
			'GET /workspaces/1/media/5/file': () => ({
				text: 'the file',
				headers: { 'Content-Type': 'image/jpeg', 'Content-Disposition': disposition },
			}),
		});
		const { items, binaryBytes } = await service.run('media:download', { mediaId: byId('5') });
		expect(items[0]?.binary?.data?.fileName).toBe(fileName);
		expect(items[0] && String(await binaryBytes(items[0], 'data'))).toBe('the file');
	});
});

describe('a download', () => {
	const service = useScriptedService();
	const FILE = 'GET /workspaces/1/media/5/file';
	const download = async (record: IDataObject, file: (nth: number) => Reply | undefined) => {
		await service.open({
			'GET /workspaces/1/media/5': () => ({ data: { id: 5, ...record } }),
			[FILE]: ({ nth }) => file(nth),
		});
		return await service.run('media:download', { mediaId: byId('5') });
	};
	const good = { text: 'the file', headers: { 'Content-Type': 'image/png; charset=x' } };
	const page = { text: '<html>', headers: { 'Content-Type': 'Text/HTML; charset=utf-8' } };

	it('has the name and type of its media item', async () => {
		const { items } = await download({ name: 'a.gif', type: 'image/gif' }, () => good);
		expect(items[0]?.binary?.data).toMatchObject({ fileName: 'a.gif', mimeType: 'image/gif' });
	});

	it('has the type of the response if its media item has none', async () => {
		const { items } = await download({ name: 'a.bin' }, () => good);
		expect(items[0]?.binary?.data).toMatchObject({ fileName: 'a.bin', mimeType: 'image/png' });
	});

	it.each([
		['is a web page', page],
		['is empty', { ...good, text: '' }],
		['breaks off', { ...good, cutAfter: 3 }],
	])('is attempted three times if it %s', async (_what, bad) => {
		const recovered = await download({}, (nth) => (nth < 3 ? bad : good));
		expect(recovered.error).toBeUndefined();
		expect(service.sent(FILE)).toHaveLength(3);
		await service.close();

		const failed = await download({}, () => bad);
		expect(failed.error?.message).toMatch(/^Could not download the file: /);
		expect(service.sent(FILE)).toHaveLength(3);
	});

	it('reports a web page and an empty file as different failures', async () => {
		const ofPage = await download({}, () => page);
		expect(ofPage.error?.message).toMatch(/: the response is not the file$/);
		await service.close();
		const ofNothing = await download({}, () => ({ ...good, text: '' }));
		expect(ofNothing.error?.description).toBe('Try again later. (the file is empty)');
	});
});
