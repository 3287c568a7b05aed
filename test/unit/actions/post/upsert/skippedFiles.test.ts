import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { jpeg } from '../../../support/files';
import { itemWithFile } from '../../../support/nodeHarness';
import { usePictureHost } from '../../../support/pictureHost';
import { breadRow as row, useTableHarness } from './table';

// Files that are left out because they are missing, with 'If Media Is Missing' set to skip, are still wanted.

const table = useTableHarness();
const host = usePictureHost();

const skip: INodeParameters = {
	mediaSource: 'address',
	mediaUrls: '={{ $json.picture }}',
	options: { missingMedia: 'skip' },
	simplify: true,
};

let picture: Buffer;
beforeAll(async () => {
	picture = await jpeg();
});

/** The addresses of pictures on a host that is down, or back again. */
async function openHost() {
	let isDown = false;
	const { origin } = await host.open(({ path }) =>
		isDown && !path.startsWith('/a') ? { status: 503 } : { body: picture },
	);
	return {
		address: (name: string) => `${origin}/${name}.jpg`,
		/** Only /a can be downloaded. */
		fails: () => void (isDown = true),
		isBack: () => void (isDown = false),
	};
}

/** The number of pictures of each post. */
const pictures = () =>
	[...table.service.state.posts.values()].map(
		({ destinations: [first] }) => first?.content.media_ids?.length ?? 0,
	);

it.each(['draft', 'scheduled'])(
	'a picture of a %s post that cannot be replaced is removed, and the new one follows later',
	async (status) => {
		const { address, fails, isBack } = await openHost();
		const more = { status, at: table.hoursAhead(5) };
		await table.made({ ...more, picture: '' });
		await table.settles(row({ ...more, picture: address('a') }), skip);
		fails();

		const replaced = row({ ...more, picture: address('b') });
		expect(await table.one(replaced, skip)).toMatchObject({
			action: 'updated',
			changed: ['media'],
			message: expect.stringMatching(
				/^The post is .+ Without a file for now: .+\/b\.jpg.+ The next run tries again\.$/,
			),
		});
		expect(pictures()).toEqual([0]);

		const { message } = await table.settles(replaced, skip);
		expect(message).toMatch(/Without a file for now: .+\/b\.jpg/);

		isBack();
		const output = await table.one(replaced, skip);
		expect(output).toMatchObject({ action: 'updated', changed: ['media'] });
		expect(output.message).not.toContain('file');
		expect(pictures()).toEqual([1]);
		await table.settles(replaced, skip);
	},
);

it('a picture that a row gets while its host is down changes nothing, and is added once the host is back', async () => {
	const { address, fails, isBack } = await openHost();
	await table.settles(row({ picture: '' }), skip);
	fails();
	const changed = row({ picture: address('b') });
	expect(await table.settles(changed, skip)).toMatchObject({
		action: 'unchanged',
		changed: [],
		message: expect.stringContaining('Without a file for now'),
	});
	isBack();
	expect(await table.one(changed, skip)).toMatchObject({ action: 'updated', changed: ['media'] });
	expect(pictures()).toEqual([1]);
	await table.settles(changed, skip);
});

it('a new post gets the picture that was missing when it was created', async () => {
	const { address, fails, isBack } = await openHost();
	fails();
	const first = row({ picture: address('b') });
	expect(await table.one(first, skip)).toMatchObject({
		action: 'created',
		message: expect.stringContaining('Without a file for now'),
	});
	const edited = { ...first, text: 'Warm bread' };
	expect(await table.one(edited, skip)).toMatchObject({
		changed: ['text'],
		message: expect.stringContaining('Without a file for now'),
	});
	isBack();
	expect(await table.one(edited, skip)).toMatchObject({ changed: ['media'] });
	expect(pictures()).toEqual([1]);
	await table.settles(edited, skip);
});

it('the pictures that are not missing stay, and the missing one is added to them', async () => {
	const { address, fails, isBack } = await openHost();
	fails();
	const both = row({ picture: `${address('a')}\n${address('b')}` });
	await table.settles(both, skip);
	expect(pictures()).toEqual([1]);
	isBack();
	expect(await table.one(both, skip)).toMatchObject({ changed: ['media'] });
	expect(pictures()).toEqual([2]);
	await table.settles(both, skip);
});

describe('a post that has gone out without a picture', () => {
	it('is unchanged, and the message names the picture', async () => {
		const { address, fails, isBack } = await openHost();
		fails();
		const first = row({ status: 'scheduled', at: table.hoursAhead(1), picture: address('b') });
		const { id } = await table.one(first, skip);
		await table.service.clock.advance(2 * 3_600_000);
		isBack();
		table.requests();

		expect(await table.one({ ...first, id }, skip)).toMatchObject({
			action: 'unchanged',
			status: 'published',
			message: expect.stringMatching(/^Published: .+ It went out without a file: .+\/b\.jpg\.$/),
		});
		expect(table.commands()).toEqual([]);
	});

	it('says so already when it is published', async () => {
		const { address, fails } = await openHost();
		fails();
		const first = row({ status: 'published', picture: address('b') });
		const { message } = await table.one(first, { ...skip, waitForOutcome: true });
		expect(message).toMatch(/^Published: .+ It went out without a file: .+\/b\.jpg/);
	});

	it('is locked if the row wants another picture', async () => {
		const { address, fails } = await openHost();
		fails();
		const both = `${address('a')}\n${address('b')}`;
		const { id } = await table.one(row({ status: 'published', picture: both }), skip);
		const changed = `${address('a2')}\n${address('b')}`;
		const output = await table.one(row({ id, status: 'published', picture: changed }), skip);
		expect(output.action).toBe('locked');
	});
});

it('an input file that was missing is added once the item has it', async () => {
	const more = { ...skip, mediaSource: 'input' };
	const run = async (item: INodeExecutionData) => (await table.upsert([item], more)).items[0]?.json;

	expect(await run({ json: row() })).toMatchObject({
		action: 'created',
		message: expect.stringContaining('no file'),
	});
	expect(await run({ json: row() })).toMatchObject({
		action: 'unchanged',
		message: expect.stringContaining('no file'),
	});
	const whole = { ...(await itemWithFile(picture, 'a.jpg', 'image/jpeg')), json: row() };
	expect(await run(whole)).toMatchObject({ action: 'updated', changed: ['media'] });
	expect(pictures()).toEqual([1]);
});

it('a preview of the changes shows that a missing picture is back, and sends nothing', async () => {
	const { address, fails, isBack } = await openHost();
	fails();
	const first = row({ picture: address('b') });
	await table.one(first, skip);
	const preview = { ...skip, options: { missingMedia: 'skip', dryRun: true } };
	expect(await table.one(first, preview)).toMatchObject({ action: 'unchanged' });
	expect(await table.one({ ...first, status: 'published' }, preview)).toMatchObject({
		action: 'published',
		message: expect.stringContaining('Without a file for now'),
	});
	isBack();
	table.requests();
	expect(await table.one(first, preview)).toMatchObject({ action: 'updated', changed: ['media'] });
	expect(table.requests().filter((name) => /upload|edit/.test(name))).toEqual([]);
});
