import { jpeg } from '../support/files';
import { itemWithFile, openStudio, type Studio } from '../support/studio';
import { contentRefusals } from './contentRefusals';
import { refusals } from './refusals';

let studio: Studio;

beforeAll(async () => {
	studio = await openStudio();
});
afterAll(async () => await studio.close());

const soon = (seconds: number) =>
	new Date(studio.service.clock.now() + seconds * 1_000).toISOString();
it.each(Object.entries({ ...contentRefusals, ...refusals }))(
	'%s is refused before anything is sent',
	async (_name, refusal) => {
		const [name, parameters, message] = refusal;
		const [resource = '', operation = ''] = name.split(':');
		if (parameters.scheduledAt === 'SOON') parameters.scheduledAt = soon(29);
		studio.requests();

		const { error } = await studio.run(resource, operation, parameters, {
			input: [await itemWithFile(await jpeg(), 'bread.jpg', 'image/jpeg')],
			timezone: 'Europe/Berlin',
		});

		expect(error?.message).toMatch(message);
		expect(error?.description).toMatch(/\.$/);
		expect(studio.requests()).toEqual([]);
	},
);

it('a missing file is named together with those that are there', async () => {
	const { error } = await studio.run(
		'media',
		'upload',
		{ binaryPropertyName: 'picture' },
		{ input: [await itemWithFile(await jpeg(), 'bread.jpg', 'image/jpeg')] },
	);
	expect(error?.description).toBe('It has files in: data. Nothing was sent.');
});

it('a video of 10,000,000 bytes is not sent', async () => {
	studio.requests();
	const bytes = Buffer.alloc(10_000_000);
	bytes.write('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1');
	const { error } = await studio.run(
		'media',
		'upload',
		{},
		{ input: [await itemWithFile(bytes, 'film.mp4', 'video/mp4')] },
	);
	expect(error?.message).toMatch(/"film\.mp4" cannot be uploaded: it has 10\.0 MB/);
	expect(error?.description).toBe('Shorten or compress it, then retry. Nothing was sent.');
	expect(studio.requests()).toEqual([]);
});
