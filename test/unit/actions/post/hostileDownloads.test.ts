import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

import { clock } from '../../../../nodes/SocialPublishing/shared/clock';
import type { ShownError } from '../../../engine/runNode';
import { mp4 } from '../../../service/tests/mediaFiles';
import { jpeg } from '../../support/files';
import { useNodeHarness } from '../../support/nodeHarness';
import { usePictureHost } from '../../support/pictureHost';
import type { Script } from '../../support/scriptedServer';

/** What is at an address may be anything. */

const CONFIDENTIAL = 'internal-token-4711';

const harness = useNodeHarness();
const host = usePictureHost();

/** The commands that the service received. */
const sent = () => harness.requests().filter((name) => !/^(get|list)_/.test(name));

/** The error for a post with the file at `/a.jpg` of a server; checks that nothing was sent and nothing secret shown. */
async function failureFor(script: Script): Promise<ShownError> {
	const { origin } = await host.open(script);
	const url = `${origin.replace('//', `//user:${CONFIDENTIAL}@`)}/a.jpg?key=${CONFIDENTIAL}`;
	const { error, run } = await harness.run(
		'post',
		'create',
		{
			text: 'Fresh bread',
			accountIds: [harness.service.accountId('Bread on Shortpost')],
			mediaSource: 'address',
			mediaUrls: '={{ $json.url }}',
		},
		{ input: [{ json: { url } }] },
	);
	expect(sent()).toEqual([]);
	expect(error).toBeDefined();
	const { resultData, executionData } = run.data;
	const [task] = Object.values(resultData.runData).slice(-1);
	const kept = [error, resultData.error, task, executionData?.contextData];
	expect(JSON.stringify(kept)).not.toContain(CONFIDENTIAL);
	return error ?? { message: '' };
}

/** Sends `start`, then the same chunk for as long as the client reads; counts what was sent. */
function endless(start: Buffer, headers = {}) {
	const sent = { bytes: 0, isOver: Promise.resolve() };
	const script: Script = () => (response: ServerResponse) => {
		const chunk = Buffer.alloc(64 * 1024, 1);
		response.writeHead(200, headers);
		response.write(start);
		const more = () => {
			do sent.bytes += chunk.length;
			while (response.write(chunk));
		};
		response.on('drain', more);
		sent.isOver = new Promise((resolve) => response.on('close', resolve));
		more();
	};
	return { script, sent };
}

describe('what is not a picture or video', () => {
	it.each([
		['text/html', `<html>${CONFIDENTIAL}</html>`],
		['image/jpeg', `<html>${CONFIDENTIAL}</html>`],
		[
			'image/svg+xml',
			`<svg xmlns="http://www.w3.org/2000/svg"><title>${CONFIDENTIAL}</title></svg>`,
		],
		['application/json', JSON.stringify({ secret: CONFIDENTIAL })],
		['application/pdf', `%PDF-1.7 ${CONFIDENTIAL}`],
		['image/jpeg', ''],
	])('is named, not shown: %s %s', async (type, body) => {
		const error = await failureFor(() => ({ headers: { 'Content-Type': type }, body }));
		expect(error.message).toMatch(
			/^What is at 127\.0\.0\.1:\d+\/a\.jpg is not a picture or video$/,
		);
		expect(error.description).toContain('The server responded with status 200');
		expect(error.description).toContain('Nothing was sent.');
	});

	it('is left after its start', async () => {
		const { script, sent } = endless(Buffer.from(`<html>${CONFIDENTIAL}`));
		const error = await failureFor(script);
		expect(error.message).toMatch(/ is not a picture or video$/);
		await sent.isOver;
		expect(sent.bytes).toBeLessThan(10_000_000);
	});
});

describe('an error of the server', () => {
	it.each([400, 401, 403, 404, 410, 451])('is named, not shown: %i', async (status) => {
		const body = `<html>${CONFIDENTIAL}</html>`;
		const error = await failureFor(() => ({ status, body }));
		expect(error.message).toMatch(
			new RegExp(`^Could not download the file at .*/a.jpg: the server .* status ${status}$`),
		);
	});

	it('also counts with a picture', async () => {
		const body = await jpeg();
		const error = await failureFor(() => ({ status: 404, body }));
		expect(error.message).toMatch(/status 404$/);
	});
});

describe('a redirect', () => {
	it.each(['file:///etc/passwd', 'ftp://127.0.0.1/a.jpg', `data:image/png;base64,${CONFIDENTIAL}`])(
		'to %s is not followed',
		async (Location) => {
			const error = await failureFor(() => ({ status: 302, headers: { Location } }));
			expect(error.message).toMatch(/redirects to something that is not a web address$/);
		},
	);

	it('in a circle ends', async () => {
		let count = 0;
		const error = await failureFor(() => {
			count++;
			return { status: 302, headers: { Location: `/a.jpg?key=${CONFIDENTIAL}` } };
		});
		expect(error.message).toMatch(/redirects more than 20 times$/);
		expect(count).toBe(21);
	});

	it('without a target is an error', async () => {
		const error = await failureFor(() => ({ status: 302 }));
		expect(error.message).toMatch(/status 302$/);
	});
});

describe('a file that is too large', () => {
	it.each([
		['without a length', {}],
		['with a false length', { 'Content-Length': '20000000000' }],
	])('is left at 10 MB if it is a video: %s', async (_what, headers) => {
		const { script, sent } = endless(mp4('avc1', 100), headers);
		const error = await failureFor(script);
		expect(error.message).toMatch(/is too large: the service accepts less than 10\.0 MB$/);
		await sent.isOver;
		expect(sent.bytes).toBeLessThan(25_000_000);
	});

	it('is left at 100 MB if it is a picture', async () => {
		const { script, sent } = endless(await jpeg());
		const error = await failureFor(script);
		expect(error.message).toMatch(/^The picture at .* is larger than 100 MB$/);
		await sent.isOver;
		expect(sent.bytes).toBeLessThan(115_000_000);
	});

	it('counts unpacked', async () => {
		const body = gzipSync(mp4('avc1', 10_000_000));
		expect(body.length).toBeLessThan(100_000);
		const error = await failureFor(() => ({ headers: { 'Content-Encoding': 'gzip' }, body }));
		expect(error.message).toMatch(/is too large/);
	});
});

it('a video of 9,999,999 bytes is uploaded, one more byte is too many', async () => {
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

it('a body that trickles in ends after five minutes', async () => {
	const picture = await jpeg();
	let isClosed: Promise<unknown> | undefined;
	const limit = clock.limit;
	jest.spyOn(clock, 'limit').mockImplementation(async (durationMs, finished) => {
		if (durationMs !== 300_000) return await limit(durationMs, finished);
		return await limit(400, finished);
	});
	const error = await failureFor(() => (response) => {
		response.writeHead(200);
		response.write(picture.subarray(0, 600));
		const trickle = setInterval(() => response.write('.'), 20);
		isClosed = new Promise((resolve) => response.on('close', resolve));
		response.on('close', () => clearInterval(trickle));
	});
	expect(error.message).toMatch(/: it took longer than 5 minutes$/);
	await isClosed;
});

it.each([
	['nothing listens', 'http://127.0.0.1:9/a.jpg', 'nothing responds at this address'],
	['the host does not exist', 'http://no-such-host.invalid/a.jpg', 'its host was not found'],
])('the error says so where %s', async (_what, mediaUrls, reason) => {
	const { error } = await harness.run('post', 'create', {
		text: 'Fresh bread',
		accountIds: [harness.service.accountId('Bread on Shortpost')],
		mediaSource: 'address',
		mediaUrls,
	});
	expect(error?.message).toContain(reason);
	expect(sent()).toEqual([]);
});
