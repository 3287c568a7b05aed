import type { INodeParameters } from 'n8n-workflow';

import { jpeg } from '../../support/files';
import { itemWithFile, useNodeHarness } from '../../support/nodeHarness';
import { usePictureHost } from '../../support/pictureHost';

const harness = useNodeHarness();
const host = usePictureHost();

/** The commands that the service received. */
const sent = () => harness.requests().filter((name) => !/^(get|list)_/.test(name));

const bread = (parameters: INodeParameters): INodeParameters => ({
	text: 'Fresh bread',
	accountIds: [harness.service.accountId('Bread on Shortpost')],
	...parameters,
});
const create = async (parameters: INodeParameters, options = {}) =>
	await harness.run('post', 'create', bread(parameters), options);
const skip = { options: { missingMedia: 'skip' } };
const address = (mediaUrls: string) => ({ mediaSource: 'address', mediaUrls });
const attached = () =>
	harness.journal('create_post').map(({ body }) => JSON.stringify(body).includes('media_ids'));

/** Nothing listens at this port. */
const unreachable = 'http://127.0.0.1:9';

const missing: Array<[string, INodeParameters, RegExp]> = [
	['no file in the item', { mediaSource: 'input' }, /no file in the binary field "data"/],
	[
		'no name of a field',
		{ mediaSource: 'input', binaryPropertyNames: '' },
		/'Input Data Field Names' is/,
	],
	['an empty address', address(''), /'Media URLs' is empty/],
	['an address that is undefined', address('={{ [$json.image] }}'), /'Media URLs' is empty/],
	['no web address', address('={{ "images/a.jpg" }}'), /'Media URLs' has .* not start with http/],
	['a refusal', address('{host}/missing.jpg'), /missing\.jpg: the server .* status 404/],
	['a web page', address('{host}/page.jpg'), /page\.jpg leads to a web page, not to a picture/],
	['a damaged picture', address('{host}/damaged.jpg'), /"damaged\.jpg" could not be prepared/],
	['a server that is down', address('{host}/down.jpg'), /down\.jpg: the server .* status 503/],
	['a server that is gone', address(`${unreachable}/a.jpg`), /nothing responds/],
	['no media IDs', { mediaSource: 'library', mediaIds: '' }, /'Library Media' is empty/],
];

/** An empty field means that there is no file, so nothing is missing. */
const isEmpty = (reason: RegExp) => / is( empty)?$/.test(reason.source);

async function withHost(parameters: INodeParameters): Promise<INodeParameters> {
	const { origin } = await host.open(({ path }) => {
		if (path === '/page.jpg') return { body: '<html></html>' };
		if (path === '/damaged.jpg') return { body: Buffer.from('\xff\xd8\xff damaged', 'latin1') };
		return { status: path === '/down.jpg' ? 503 : 404 };
	});
	return JSON.parse(JSON.stringify(parameters).replace('{host}', origin));
}

describe.each(missing)('with %s', (_what, parameters, reason) => {
	it('the item fails, and nothing is sent', async () => {
		const { error } = await create(await withHost(parameters));
		expect(error?.message).toMatch(reason);
		expect(error?.description).toMatch(/Nothing was sent\./);
		expect(sent()).toEqual([]);
	});

	it('the post goes without the file if the user chooses so, and a hint names it unless the field is empty', async () => {
		const { error, items, hints } = await create(await withHost({ ...parameters, ...skip }));
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		expect(attached()).toEqual([false]);
		const lines = hints.flatMap(({ message }) => message.split('<br>'));
		const hint = lines.filter((line) => !/^The post is a draft\./.test(line)).join();
		expect(hint).toMatch(isEmpty(reason) ? /^$/ : /^Created without a file: /);
		if (!isEmpty(reason)) expect(hint).toMatch(reason);
	});

	it('a post without text is an error even if missing files are skipped', async () => {
		const { error } = await create(await withHost({ ...parameters, ...skip, text: '' }));
		expect(error?.message).toMatch(/^There is no text and no media for the account /);
		expect(error?.description).toMatch(reason);
		expect(harness.journal('create_post')).toEqual([]);
	});
});

it.each(['draft', 'publish', 'schedule'])(
	'the message of a post says which file it lacks (%s)',
	async (afterCreate) => {
		const scheduledAt = harness.service.clock.iso(harness.service.clock.now() + 3_600_000);
		const parameters = { ...address('{host}/gone.jpg'), ...skip, afterCreate, scheduledAt };
		const { items } = await create(await withHost({ ...parameters, simplify: true }));
		expect(items[0]?.json.message).toMatch(/ Created without a file: .*gone\.jpg/);
	},
);

it('the files that exist are attached', async () => {
	const picture = await jpeg();
	const { origin } = await host.open(({ path }) =>
		path === '/a.jpg' ? { body: picture } : { status: 404 },
	);
	const { error, hints } = await create({
		...address(`${origin}/a.jpg ${origin}/b.jpg`),
		...skip,
		text: '',
	});
	expect(error).toBeUndefined();
	expect(attached()).toEqual([true]);
	expect(hints[0]?.message).toContain('/b.jpg');
	expect(hints[0]?.message).not.toContain('/a.jpg');
});

it('a later attempt shows the hint, too, without another download', async () => {
	const { origin, requests } = await host.open(() => ({ status: 404 }));
	harness.service.faults.add({
		operation: 'create_post',
		times: 5,
		action: { kind: 'drop', when: 'after' },
	});
	const { error, hints } = await create(
		{ ...address(`${origin}/a.jpg`), ...skip },
		{ retryOnFail: { maxTries: 2, waitBetweenTriesMs: 1 } },
	);
	expect(error).toBeUndefined();
	expect(requests).toHaveLength(1);
	expect(hints.map(({ message }) => message).join()).toContain('/a.jpg');
	expect(harness.service.state.posts.size).toBe(1);
});

it.each([
	['[""]', /^'Own Media URLs' is empty or has an empty entry$/],
	['images/a.jpg', /^'Own Media URLs' has an entry that does not start with http/],
])('an error about the address %s of an account names its field', async (mediaUrls, message) => {
	const destination = [{ accountId: 'Bread on Shortpost', mediaUrls }];
	const own = { destinationInput: 'perAccount', destinations: { destination } };
	const { error } = await create(own);
	expect(error?.message).toMatch(message);
	expect(sent()).toEqual([]);
});

it('an invalid address of a later item stops the run before anything is sent', async () => {
	const { origin, requests } = await host.open(() => ({ status: 404 }));
	const input = [`${origin}/a.jpg`, 'a.jpg'].map((url) => ({ json: { url } }));
	const { error } = await create(address('={{ $json.url }}'), { input });
	expect(error?.message).toContain('does not start with http');
	expect(requests).toEqual([]);
	expect(sent()).toEqual([]);
});

it('the fields of media sources that are not chosen are ignored', async () => {
	const { error } = await create(
		{ mediaSource: 'none', mediaUrls: 'no address', mediaIds: 'unknown', binaryPropertyNames: 'x' },
		{ input: [await itemWithFile(await jpeg(), 'bread.jpg', 'image/jpeg')] },
	);
	expect(error).toBeUndefined();
	expect(attached()).toEqual([false]);
});

it('Validate checks the post without the missing file', async () => {
	const { items, hints } = await harness.run(
		'post',
		'validate',
		bread({ ...address('={{ "images/a.jpg" }}'), ...skip }),
	);
	expect(items[0]?.json).toMatchObject({ ready: true });
	expect(hints[0]?.message).toMatch(/^Checked without a file: 'Media URLs' has an entry/);
});
