import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';

import { callTool, openTools, result, tool, type ScriptedTools } from './scriptedTools';

let endpoint: ScriptedTools;

afterEach(async () => await endpoint.close());

const picture = { type: 'image', data: Buffer.from('a picture').toString('base64') };
const sound = {
	type: 'audio',
	mimeType: 'audio/wav',
	data: Buffer.from('a sound').toString('base64'),
};
const report = {
	type: 'resource',
	resource: {
		uri: 'file:///reports/march.pdf?v=2',
		mimeType: 'application/pdf',
		blob: Buffer.from('a report').toString('base64'),
	},
};
const said = (text: string) => ({ type: 'text', text });

/** The output items of a tool that returns this, each with the names, types and contents of its files. */
async function outputOf(content: IDataObject[], more: IDataObject = {}, simplify = true) {
	endpoint = await openTools([], { get_chart: result({ content, ...more }) });
	const { items, error, binaryBytes } = await callTool(
		endpoint,
		'get_chart',
		{},
		{ options: { simplify } },
	);
	expect(error).toBeUndefined();
	return await Promise.all(
		items.map(async (item) => {
			const files = Object.entries(item.binary ?? {}).map(async ([field, file]) => [
				field,
				file.fileName,
				file.mimeType,
				(await binaryBytes(item, field)).toString(),
			]);
			return { json: item.json, files: await Promise.all(files) };
		}),
	);
}

const PICTURE_FILE = ['file_1', 'file_1.png', 'image/png', 'a picture'];
const png = { ...picture, mimeType: 'image/png' };

describe('the files in the result of a tool', () => {
	it('come out as files next to its text', async () => {
		expect(await outputOf([said('Sales rise.'), png, sound, report])).toEqual([
			{
				json: { text: 'Sales rise.' },
				files: [
					PICTURE_FILE,
					['file_2', 'file_2.wav', 'audio/wav', 'a sound'],
					['file_3', 'march.pdf', 'application/pdf', 'a report'],
				],
			},
		]);
	});

	it('come out as files next to its record, and without Base64 where there is nothing else', async () => {
		const [record] = await outputOf([png], { structuredContent: { data: { id: 'c' } } });
		expect(record).toEqual({ json: { id: 'c' }, files: [PICTURE_FILE] });
		await endpoint.close();
		const [alone] = await outputOf([png, report]);
		expect(alone?.json).toEqual({
			content: [
				{ type: 'image', mimeType: 'image/png', file: 'file_1' },
				{
					type: 'resource',
					resource: { uri: 'file:///reports/march.pdf?v=2', mimeType: 'application/pdf' },
					file: 'file_2',
				},
			],
		});
		expect(alone?.files).toHaveLength(2);
	});

	it('come out as an item of their own after a list', async () => {
		const list = { structuredContent: { data: { items: [{ id: 1 }, { id: 2 }] } } };
		const items = await outputOf([png], list);
		expect(items.map(({ files }) => files)).toEqual([[], [], [PICTURE_FILE]]);
		expect(items[0]?.json).toEqual({ id: 1 });
	});

	it('come out as files with the raw response, which also shows the other blocks', async () => {
		const link = { type: 'resource_link', uri: 'https://example.com/chart', name: 'Chart' };
		const block = { type: 'image', mimeType: 'image/png', file: 'file_1' };
		expect(await outputOf([said('Sales rise.'), png, link], {}, false)).toEqual([
			{ json: { text: 'Sales rise.', content: [block, link] }, files: [PICTURE_FILE] },
		]);
	});

	it('get their type from their bytes if the service does not state it', async () => {
		const data = Buffer.from('%PDF-1.7\n').toString('base64');
		const [item] = await outputOf([{ type: 'resource', resource: { uri: 'x:', blob: data } }]);
		expect(item?.files).toEqual([['file_1', expect.any(String), 'application/pdf', '%PDF-1.7\n']]);
	});

	it('that n8n cannot store are an error that says whether the tool was called', async () => {
		const failure = Object.assign(new Error('ENOSPC: cannot write'), { code: 'ENOSPC' });
		const store = jest.spyOn(Container.get(BinaryDataService), 'store').mockRejectedValue(failure);
		const answer = result({ content: [png] });
		endpoint = await openTools([tool('make_chart', {})], { make_chart: answer, get_chart: answer });
		const made = await callTool(endpoint, 'make_chart');
		const read = await callTool(endpoint, 'get_chart');
		store.mockRestore();
		expect(made.error?.message).toBe('n8n could not store the file: its disk is full');
		expect(made.error?.description).toMatch(/^The tool was called and reported no error/);
		expect(read.error?.message).toBe('n8n could not store the file: its disk is full');
		expect(read.error?.description).not.toContain('The tool was called');
	});
});
