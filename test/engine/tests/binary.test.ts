import { binaryBytes, runNode, storeBinary } from '..';
import { streamer } from './fixtures';

it('the engine streams a stored file into the node and stores what the node returns', async () => {
	const data = await storeBinary(Buffer.alloc(10_000, 7), 'picture.jpg', 'image/jpeg');
	expect(data).toMatchObject({
		id: expect.stringMatching(/^filesystem-v2:/),
		fileName: 'picture.jpg',
		fileExtension: 'jpg',
		mimeType: 'image/jpeg',
		bytes: 10_000,
	});
	const run = await runNode({ nodeType: streamer, input: [{ json: {}, binary: { data } }] });
	const [item] = run.items;
	expect(item?.json).toEqual({ chunks: 10, sizeBytes: 10_000 });
	expect(item?.binary?.copy?.id).toMatch(/^filesystem-v2:/);
	expect(item && (await run.binaryBytes(item, 'copy')).toString()).toBe('copied');
});

it('the engine keeps files inside the items if requested', async () => {
	const data = await storeBinary(Buffer.from('small'), 'a.txt', 'text/plain', 'memory');
	const item = { json: {}, binary: { data } };
	expect(data.id).toBeUndefined();
	expect((await binaryBytes(item, 'data')).toString()).toBe('small');
	const { items } = await runNode({ nodeType: streamer, input: [item], binaryMode: 'memory' });
	expect(items[0]?.json).toEqual({ chunks: 0, sizeBytes: 5 });
});

it('the engine detects the type of a file from its bytes, with n8n’s ES module', async () => {
	const png = Buffer.from('89504e470d0a1a0a0000000d4948445200000001', 'hex');
	const data = await storeBinary(png, '', '');
	expect(data).toMatchObject({ mimeType: 'image/png', fileExtension: 'png' });
});
