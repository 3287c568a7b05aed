import type { INodeParameters } from 'n8n-workflow';

import { SocialPublishing } from '../../../../nodes/SocialPublishing/SocialPublishing.node';
import { loadOptions } from '../../../engine';
import { draft, picture } from '../createRecords';
import { jpeg } from '../../support/files';
import { byId, useNodeHarness } from '../../support/nodeHarness';
import { usePictureHost } from '../../support/pictureHost';

const harness = useNodeHarness();
const host = usePictureHost();

const id = (name: string) => harness.service.accountId(name);
const BREAD = 'Bread on Shortpost';
const SLOW = 'Slow';

let bytes: Buffer;
beforeAll(async () => {
	bytes = await jpeg();
});

const perAccount = (...rows: INodeParameters[]): INodeParameters => ({
	text: 'Bread',
	destinationInput: 'perAccount',
	destinations: { destination: rows },
});

/** The media of each destination, as the names of their files. */
function mediaOf(operation = 'create_post') {
	const body = harness.journal(operation).at(-1)?.body as {
		destinations: Array<{ media_ids?: string[] }>;
	};
	return body.destinations.map(({ media_ids = [] }) =>
		media_ids.map((media) => harness.service.state.media.get(media)?.name),
	);
}

it('pictures at the addresses of an account are uploaded for this account alone', async () => {
	const { origin } = await host.open(() => ({ body: bytes }));
	const { error } = await harness.run('post', 'create', {
		...perAccount(
			{ accountId: id(BREAD), mediaUrls: `${origin}/a.jpg\n${origin}/b.jpg` },
			{ accountId: id(SLOW) },
		),
		mediaSource: 'address',
		mediaUrls: `${origin}/shared.jpg`,
		options: { altTexts: '={{ ["Shared", "A", "B"] }}' },
	});
	expect(error).toBeUndefined();
	expect(mediaOf()).toEqual([['a.jpg', 'b.jpg'], ['shared.jpg']]);
	const media = [...harness.service.state.media.values()];
	expect(media.map(({ name, alt }) => [name, alt])).toEqual([
		['shared.jpg', 'Shared'],
		['a.jpg', 'A'],
		['b.jpg', 'B'],
	]);
});

it('pictures at addresses come after the media that are chosen for the account', async () => {
	const { origin } = await host.open(() => ({ body: bytes }));
	const { mediaId } = await picture(harness);
	const row = {
		accountId: id(BREAD),
		mediaIds: [String(mediaId.value)],
		mediaUrls: `${origin}/a.jpg`,
	};
	await harness.run('post', 'create', perAccount(row));
	expect(mediaOf()).toEqual([[expect.any(String), 'a.jpg']]);
});

it('the same picture for two accounts is uploaded once', async () => {
	const { origin, requests } = await host.open(() => ({ body: bytes }));
	const rows = [BREAD, SLOW].map((name) => ({
		accountId: id(name),
		mediaUrls: `${origin}/a.jpg`,
	}));
	const { error } = await harness.run('post', 'create', perAccount(...rows));
	expect(error).toBeUndefined();
	expect(mediaOf()).toEqual([['a.jpg'], ['a.jpg']]);
	expect(harness.service.state.media.size).toBe(1);
	expect(requests.length).toBeLessThanOrEqual(2);
});

it('a missing picture is an error or, if the user chooses so, left out for this account', async () => {
	const { origin } = await host.open(({ path }) =>
		path === '/gone.jpg' ? { status: 404 } : { body: bytes },
	);
	const post = {
		...perAccount(
			{ accountId: id(BREAD), mediaUrls: `${origin}/gone.jpg` },
			{ accountId: id(SLOW), mediaUrls: `${origin}/a.jpg` },
		),
		mediaSource: 'address',
		mediaUrls: `${origin}/shared.jpg`,
	};
	const failed = await harness.run('post', 'create', post);
	expect(failed.error?.message).toContain('404');
	expect(harness.service.state.posts.size).toBe(0);
	const skipped = await harness.run('post', 'create', {
		...post,
		options: { missingMedia: 'skip' },
	});
	expect(skipped.error).toBeUndefined();
	expect(mediaOf()).toEqual([[], ['a.jpg']]);
	expect(skipped.hints.map(({ message }) => message).join()).toContain('Created without a file');
});

it('without text, an account whose only picture is missing is an error', async () => {
	const { origin } = await host.open(() => ({ status: 404 }));
	const { error } = await harness.run('post', 'create', {
		...perAccount({ accountId: id(BREAD), mediaUrls: `${origin}/gone.jpg` }),
		text: '',
		options: { missingMedia: 'skip' },
	});
	expect(error?.message).toMatch(/^There is no text and no media for the account/);
	expect(harness.service.state.posts.size).toBe(0);
});

it('Update accepts pictures for single accounts, too', async () => {
	const { origin } = await host.open(() => ({ body: bytes }));
	const { postId } = await draft(harness);
	const row = { accountId: id(BREAD), mediaUrls: `${origin}/a.jpg` };
	const updateFields = { destinations: { destination: [row] } };
	const { error } = await harness.run('post', 'update', { postId, updateFields });
	expect(error).toBeUndefined();
	expect(mediaOf('edit_post')).toEqual([['a.jpg']]);
});

it('the list of media shows the pictures by name', async () => {
	const { mediaId } = await picture(harness);
	const options = await loadOptions({
		nodeType: new SocialPublishing(),
		method: 'getMedia',
		credentials: harness.credentials,
		parameters: { workspaceId: byId(harness.workspaceId) },
	});
	expect(options).toEqual([{ name: expect.stringMatching(/\.jpg$/), value: mediaId.value }]);
});
