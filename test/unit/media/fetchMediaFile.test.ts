import type { IDataObject } from 'n8n-workflow';

import { byId } from '../support/nodeHarness';
import { useScriptedService, type Reply } from '../support/scriptedService';

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

	it('has the name and type of a media item that the service wraps', async () => {
		const media = { name: 'a.gif', type: 'image/gif' };
		const { items } = await download({ media }, () => good);
		expect(items[0]?.binary?.data).toMatchObject({ fileName: 'a.gif', mimeType: 'image/gif' });
	});

	it('has no name if its media item has none', async () => {
		const { items, error } = await download({ type: 'image/png' }, () => good);
		expect(error).toBeUndefined();
		expect(items[0]?.binary?.data?.fileName).toBeUndefined();
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

	it.each([10, '10'])(
		'without a length is attempted again if it is smaller than the size of its media item, %p',
		async (size) => {
			const short = { ...good, text: 'the', hasNoLength: true };
			const whole = { ...good, text: 'the file..', hasNoLength: true };
			const { items, error, binaryBytes } = await download({ size }, (nth) =>
				nth === 1 ? short : whole,
			);
			expect(error).toBeUndefined();
			expect(items[0] && String(await binaryBytes(items[0], 'data'))).toBe('the file..');
			await service.close();

			const failed = await download({ size }, () => short);
			expect(failed.error?.message).toMatch(/: the connection broke before it was complete$/);
			expect(failed.error?.description).toContain('(the file is smaller than the service states)');
		},
	);

	it('is taken as it is if it has a length, or if its media item states no size', async () => {
		const withLength = await download({ size: 10 }, () => good);
		expect(withLength.error).toBeUndefined();
		await service.close();
		const unstated = await download({}, () => ({ ...good, hasNoLength: true }));
		expect(unstated.error).toBeUndefined();
	});

	it('reports a web page and an empty file as different failures', async () => {
		const ofPage = await download({}, () => page);
		expect(ofPage.error?.message).toMatch(/: the response is not the file$/);
		await service.close();
		const ofNothing = await download({}, () => ({ ...good, text: '' }));
		expect(ofNothing.error?.description).toBe('Try again later. (the file is empty)');
	});
});
