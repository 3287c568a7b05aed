import type { INodeParameters } from 'n8n-workflow';
import sharp from 'sharp';

import { mp4 } from '../../../service/tests/mediaFiles';
import { jpeg } from '../../support/files';
import { useNodeHarness } from '../../support/nodeHarness';
import { usePictureHost } from '../../support/pictureHost';
import type { ScriptedResponse } from '../../support/scriptedServer';

const harness = useNodeHarness();
const host = usePictureHost();

/** The commands that the service received. */
const sent = () => harness.requests().filter((name) => !/^(get|list)_/.test(name));

let picture: Buffer;
beforeAll(async () => {
	picture = await jpeg();
});

const bread = (mediaUrls: unknown, more: INodeParameters = {}): INodeParameters => ({
	text: 'Fresh bread',
	accountIds: [harness.service.accountId('Bread on Shortpost')],
	mediaSource: 'address',
	mediaUrls: `={{ ${JSON.stringify(mediaUrls)} }}`,
	...more,
});
const create = async (mediaUrls: unknown, options = {}) =>
	await harness.run('post', 'create', bread(mediaUrls), options);
/** The media of the service, without their bytes. */
const media = () =>
	[...harness.service.state.media.values()].map(({ id, name, type, sizeBytes }) => ({
		id,
		name,
		type,
		sizeBytes,
	}));
const attached = () => harness.journal('create_post').map(({ body }) => body);
const withMedia = () => [
	expect.objectContaining({
		destinations: [expect.objectContaining({ media_ids: media().map(({ id }) => id) })],
	}),
];

it('a picture is downloaded, prepared, uploaded and attached', async () => {
	const png = await sharp(picture).png().toBuffer();
	const { origin, requests } = await host.open(() => ({ body: png }));
	const { error } = await create(`${origin}/pictures/bread.png?size=large`);
	expect(error).toBeUndefined();
	expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
		'GET /pictures/bread.png?size=large',
	]);
	expect(media()).toMatchObject([{ type: 'image/jpeg', name: 'bread.jpg' }]);
	expect(attached()).toEqual(withMedia());
});

it('several pictures are attached in their order, each once', async () => {
	const { origin, requests } = await host.open(() => ({ body: picture }));
	const { error } = await create(`${origin}/b.jpg, ${origin}/a.jpg\n${origin}/b.jpg`);
	expect(error).toBeUndefined();
	expect(requests.map(({ path }) => path)).toEqual(['/b.jpg', '/a.jpg']);
	expect(media().map(({ name }) => name)).toEqual(['b.jpg', 'a.jpg']);
	expect(attached()).toEqual(withMedia());
});

it('a video is uploaded unchanged, whatever its type and name claim', async () => {
	const video = mp4();
	const headers = { 'Content-Type': 'text/html' };
	const { origin } = await host.open(() => ({ headers, body: video }));
	const { error } = await create(`${origin}/page.html`);
	expect(error).toBeUndefined();
	expect(media()).toMatchObject([{ type: 'video/mp4', sizeBytes: video.length }]);
});

it('the server gets neither the token nor a header of the node', async () => {
	const { origin, requests } = await host.open(() => ({ body: picture }));
	const redirecting = await host.open(() => ({ status: 302, headers: { Location: origin } }));
	await create(redirecting.origin);
	const all = [...redirecting.requests, ...requests];
	expect(all).toHaveLength(2);
	expect(JSON.stringify(all.map(({ headers }) => headers))).not.toContain(harness.service.token);
	for (const { headers } of all) {
		const names = Object.keys(headers);
		const ofHttp = ['accept', 'accept-encoding', 'connection', 'host', 'user-agent'];
		expect(names.filter((name) => !ofHttp.includes(name))).toEqual([]);
	}
});

it('a password in the address goes to its own host only', async () => {
	const { origin, requests } = await host.open(() => ({ body: picture }));
	const redirecting = await host.open(() => ({ status: 301, headers: { Location: origin } }));
	await create(redirecting.origin.replace('//', '//user:secret@'));
	const basic = `Basic ${Buffer.from('user:secret').toString('base64')}`;
	expect(redirecting.requests.map(({ headers }) => headers.authorization)).toEqual([basic]);
	expect(requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);
});

it.each([301, 302, 303, 307, 308])('a redirect with status %i is followed', async (status) => {
	const { origin } = await host.open(({ path }) =>
		path === '/a' ? { status, headers: { Location: '/b/../c?d=1#e' } } : { body: picture },
	);
	const { error } = await create(`${origin}/a`);
	expect(error).toBeUndefined();
	expect(media()).toMatchObject([{ name: 'a.jpg' }]);
});

it('the requests do not count against the rate limit of the service', async () => {
	const { origin, requests } = await host.open(() => ({ status: 404 }));
	const addresses = Array.from({ length: 100 }, (_, index) => `${origin}/${index}.jpg`);
	const { error } = await harness.run(
		'post',
		'create',
		bread(addresses, { options: { missingMedia: 'skip' } }),
	);
	expect(error).toBeUndefined();
	expect(requests).toHaveLength(100);
	expect(harness.pauses).toEqual([]);
});

describe('a download that fails at first', () => {
	it.each<[string, ScriptedResponse | undefined]>([
		['a server error', { status: 503 }],
		['too many requests', { status: 429, headers: { 'Retry-After': '7' } }],
		['a broken connection', undefined],
		['a broken body', { cutAfterBytes: 600 }],
	])('is tried again after %s', async (what, response) => {
		const { origin, requests } = await host.open(({ nth }) =>
			nth === 1 ? response && { body: picture, ...response } : { body: picture },
		);
		const { error } = await create(`${origin}/a.jpg`);
		expect(error).toBeUndefined();
		expect(requests).toHaveLength(2);
		expect(media()).toMatchObject([{ sizeBytes: picture.length }]);
		if (what === 'too many requests') expect(harness.pauses).toContain(7_000);
	});

	it('is given up after five attempts', async () => {
		const { origin, requests } = await host.open(() => ({ status: 500, body: 'secret' }));
		const { error } = await create(`${origin}/a.jpg`);
		expect(requests).toHaveLength(5);
		expect(error?.message).toMatch(/^Could not download the file at 127\.0\.0\.1:\d+\/a\.jpg: /);
		expect(sent()).toEqual([]);
	});

	it('is given up when its server keeps requesting long waits', async () => {
		const refusal = { status: 429, headers: { 'Retry-After': '300' } };
		const { origin, requests } = await host.open(() => refusal);
		const { error } = await create(`${origin}/a.jpg`);
		expect(error?.message).toMatch(/^Could not download the file at 127\.0\.0\.1:\d+\/a\.jpg: /);
		expect(harness.pauses.filter((pause) => pause === 300_000).length).toBe(requests.length - 1);
		expect(requests.length).toBeLessThan(6);
	});
});
