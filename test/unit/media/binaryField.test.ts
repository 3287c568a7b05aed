import { storeBinary } from '../../engine';
import { jpeg, png } from '../support/files';
import { useUploads } from './uploads';

const { harness, upload, media } = useUploads();

describe('an uploaded file', () => {
	const data = async (more = {}) => ({
		...(await storeBinary(await png(), 'a', 'image/png')),
		...more,
	});
	const names = () => media().map(({ name }) => name);

	it.each([
		['its own name', { fileName: 'bread.png', fileExtension: 'gif' }, 'bread.jpg'],
		[
			'the name of the field with the extension of the file',
			{ fileName: undefined, fileExtension: 'png' },
			'data.jpg',
		],
		[
			'the name of the field if there is no extension',
			{ fileName: '', fileExtension: undefined },
			'data.jpg',
		],
	])('gets %s', async (_what, more, name) => {
		await upload([{ json: {}, binary: { data: await data(more) } }]);
		expect(names()).toEqual([name]);
	});

	it('gets the name that the user enters', async () => {
		await upload([{ json: {}, binary: { data: await data() } }], { fileName: 'roll.webp' });
		expect(names()).toEqual(['roll.jpg']);
	});

	it('can be stored in the item itself', async () => {
		const bytes = await jpeg();
		const binary = {
			data: { data: bytes.toString('base64'), mimeType: 'image/jpeg', fileExtension: 'jpg' },
		};
		const { error } = await upload([{ json: {}, binary }], { prepareImage: false });
		expect(error).toBeUndefined();
		expect(media()).toMatchObject([{ name: 'data.jpg', sizeBytes: bytes.length }]);
	});

	it.each([
		['no file', {}, 'It has no files at all. Add a node '],
		[
			'other files',
			{ photo: {}, scan: {} },
			'Enter the name of a field that contains a file: photo, scan.',
		],
	])('must exist; the advice fits an item with %s', async (_what, binary, advice) => {
		const source = await data();
		const others = Object.fromEntries(Object.keys(binary).map((name) => [name, source]));
		const { error } = await upload([{ json: {}, binary: others }]);
		expect(error?.message).toBe('The input item has no file in the binary field "data"');
		expect(error?.description).toContain(advice);
	});

	it('cannot be an inherited property, such as "constructor"', async () => {
		const parameters = { binaryPropertyName: 'constructor' };
		const input = [{ json: {}, binary: { data: await data() } }];
		const { error } = await harness.run('media', 'upload', parameters, { input });
		expect(error?.message).toContain('no file in the binary field "constructor"');
	});
});
