import { gzipSync } from 'node:zlib';

import { mp4 } from '../../../service/tests/mediaFiles';
import { jpeg } from '../../support/files';
import { expireTimeLimits } from '../../support/timeLimits';
import { endless, useDownloads } from './addressDownloads';

const { failureFor, harness, host, sent } = useDownloads();

describe('a file that is too large', () => {
	it.each([
		['without a length', {}],
		['with a false length', { 'Content-Length': '20000000000' }],
	])('is not downloaded beyond 10 MB if it is a video: %s', async (_what, headers) => {
		const { script, sent } = endless(mp4('avc1', 100), headers);
		const error = await failureFor(script);
		expect(error.message).toMatch(
			/is too large: the service only accepts videos smaller than 10\.0 MB$/,
		);
		await sent.isOver;
		expect(sent.bytes).toBeLessThan(25_000_000);
	});

	it('is not downloaded beyond 100 MB if it is a picture', async () => {
		const { script, sent } = endless(await jpeg());
		const error = await failureFor(script);
		expect(error.message).toMatch(/^The picture at .* is larger than 100 MB$/);
		await sent.isOver;
		expect(sent.bytes).toBeLessThan(115_000_000);
	});

	it('is measured after decompression', async () => {
		const body = gzipSync(mp4('avc1', 10_000_000));
		expect(body.length).toBeLessThan(100_000);
		const error = await failureFor(() => ({ headers: { 'Content-Encoding': 'gzip' }, body }));
		expect(error.message).toMatch(/is too large/);
	});
});

it('a video of 9,999,999 bytes is uploaded, one of 10,000,000 bytes is refused', async () => {
	const rest = mp4('avc1', 0).length;
	const { origin } = await host.open(({ path }) => ({
		body: mp4('avc1', (path === '/most' ? 9_999_999 : 10_000_000) - rest),
	}));
	const create = async (path: string) =>
		await harness.run('post', 'create', {
			text: 'Fresh bread',
			accountIds: [harness.service.accountId('Bread on Shortpost')],
			mediaSource: 'address',
			mediaUrls: `${origin}${path}`,
		});
	expect((await create('/most')).error).toBeUndefined();
	expect((await create('/more')).error?.message).toMatch(/is too large/);
});

it('a body that arrives slowly is given up after five minutes', async () => {
	const picture = await jpeg();
	let isClosed: Promise<unknown> | undefined;
	let pieces = 0;
	expireTimeLimits(300_000, () => pieces > 10);
	const error = await failureFor(() => (response) => {
		response.writeHead(200);
		response.write(picture.subarray(0, 600));
		const trickle = setInterval(() => response.write('.', () => pieces++), 5);
		isClosed = new Promise((resolve) => response.on('close', resolve));
		response.on('close', () => clearInterval(trickle));
	});
	expect(error.message).toMatch(/: it took longer than 5 minutes$/);
	await isClosed;
});

it.each([
	['nothing listens', 'http://127.0.0.1:9/a.jpg', 'nothing responds at this address'],
	['the host does not exist', 'http://no-such-host.invalid/a.jpg', 'its host was not found'],
])('the error states that %s', async (_what, mediaUrls, reason) => {
	const { error } = await harness.run('post', 'create', {
		text: 'Fresh bread',
		accountIds: [harness.service.accountId('Bread on Shortpost')],
		mediaSource: 'address',
		mediaUrls,
	});
	expect(error?.message).toContain(reason);
	expect(sent()).toEqual([]);
});
