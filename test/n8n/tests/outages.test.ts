import { runOperation } from '../runOperation';
import { housePictures, startSampleFeed } from '../sampleFeed';
import { startTestbed, type Testbed } from '../testbed';
import { TinyDisk } from '../tinyDisk';
import { TIMEOUT_MS, waitUntil } from '../waitUntil';

const MINUTE_MS = 60_000;
const FAST = { limits: { credentialPerMinute: 5_000, userPerMinute: 5_000 } };

const disk = TinyDisk.mount();
let testbed: Testbed;

beforeAll(async () => {
	const env: Record<string, string> = disk
		? { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem', N8N_BINARY_DATA_STORAGE_PATH: disk.folder }
		: {};
	testbed = await startTestbed({ env }, FAST);
});

afterAll(async () => {
	await testbed?.close();
	disk?.unmount();
});

it('a Retry completes a run of thirty items during which the service failed', async () => {
	const { n8n, service, workspaceId } = testbed;
	const titles = Array.from({ length: 30 }, (_, index) => `Item ${index + 1}`);
	const parameters = {
		resource: 'post',
		operation: 'create',
		workspaceId,
		text: '={{ $json.title }}',
		accountIds: [service.accountId('Bread on Shortpost')],
		afterCreate: 'publish',
		waitForOutcome: false,
	};
	const running = runOperation(n8n, parameters, { items: titles.map((title) => ({ title })) });
	const isHalfDone = () => service.journal.count({ operation: 'publish_post' }) >= 15;
	await waitUntil(isHalfDone, TIMEOUT_MS, 'half of the posts');
	service.faults.add({ times: Infinity, action: { kind: 'drop', when: 'before' } });
	const { execution, error } = await running;
	expect(error?.description).toMatch(
		/Items 1 to \d+ were already sent\. Items \d+ to 30 were not sent\. Retry this execution/,
	);

	service.faults.clear();
	const retried = await n8n.rest.retryExecution(execution.id, false);
	await service.clock.advance(MINUTE_MS);

	expect(retried.status).toBe('success');
	const posts = [...service.state.posts.values()];
	expect(posts.map(({ text }) => text)).toEqual(titles);
	const publications = posts.map((post) => post.destinations.flatMap((each) => each.publications));
	expect(publications.map((each) => each.length)).toEqual(titles.map(() => 1));
});

(disk ? it : it.skip)('a full disk of n8n is not reported as a broken connection', async () => {
	const { n8n, service, workspaceId } = testbed;
	const { png } = await housePictures();
	const feed = await startSampleFeed([{ title: 'House', picture: png }]);
	await runOperation(n8n, {
		resource: 'post',
		operation: 'create',
		workspaceId,
		text: 'A house',
		accountIds: [service.accountId('Bread on Shortpost')],
		mediaSource: 'address',
		mediaUrls: `${feed.url}/0.picture`,
	});
	feed.close();
	const [media] = [...service.state.media.values()];

	const { error } = await runOperation(n8n, {
		resource: 'media',
		operation: 'download',
		workspaceId,
		mediaId: { __rl: true, mode: 'id', value: media?.id ?? '' },
	});

	expect(error?.message).toBe('n8n could not store the file: its disk is full');
	expect(service.journal.count({ operation: 'download_media' })).toBe(1);
});
