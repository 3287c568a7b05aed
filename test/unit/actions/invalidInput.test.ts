import { jpeg } from '../support/files';
import { itemWithFile, NodeHarness } from '../support/nodeHarness';
import { invalidCalendars } from './invalidCalendarCases';
import { invalidPostContent } from './invalidPostContentCases';
import { invalidInput } from './invalidInputCases';
import { invalidStructures } from './invalidStructureCases';

const harness = new NodeHarness();

beforeAll(async () => await harness.open());
afterAll(async () => await harness.close());

const soon = (seconds: number) =>
	new Date(harness.service.clock.now() + seconds * 1_000).toISOString();
const cases = { ...invalidPostContent, ...invalidInput, ...invalidStructures, ...invalidCalendars };

it.each(Object.entries(cases))('%s is refused before anything is sent', async (_name, invalid) => {
	const [name, parameters, message] = invalid;
	const [resource = '', operation = ''] = name.split(':');
	if (parameters.scheduledAt === 'SOON') parameters.scheduledAt = soon(29);
	harness.requests();

	const { error } = await harness.run(resource, operation, parameters, {
		input: [await itemWithFile(await jpeg(), 'bread.jpg', 'image/jpeg')],
		timezone: 'Europe/Berlin',
	});

	expect(error?.message).toMatch(message);
	expect(error?.description).toMatch(/\.$/);
	// Only to name the accounts.
	expect(harness.requests().filter((request) => request !== 'list_accounts')).toEqual([]);
});

it('the error for a missing file names the files that exist', async () => {
	const { error } = await harness.run(
		'media',
		'upload',
		{ binaryPropertyName: 'picture' },
		{ input: [await itemWithFile(await jpeg(), 'bread.jpg', 'image/jpeg')] },
	);
	expect(error?.description).toBe(
		'Nothing was sent. Enter the name of a field that contains a file: data.',
	);
});

it('a video of 10,000,000 bytes is not sent', async () => {
	harness.requests();
	const bytes = Buffer.alloc(10_000_000);
	bytes.write('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1');
	const { error } = await harness.run(
		'media',
		'upload',
		{},
		{ input: [await itemWithFile(bytes, 'film.mp4', 'video/mp4')] },
	);
	expect(error?.message).toMatch(/"film\.mp4" cannot be uploaded: it is 10,000,000 bytes/);
	expect(error?.description).toBe('Nothing was sent. Shorten or compress it, then retry.');
	expect(harness.requests()).toEqual([]);
});
