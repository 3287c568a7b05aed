import { jpeg } from '../../support/files';
import { useNodeHarness } from '../../support/nodeHarness';
import { usePictureHost } from '../../support/pictureHost';

/** The figures in docs/feeds.md about the requests for a feed. */

const ITEMS = 40;
const input = Array.from({ length: ITEMS }, (_, index) => ({ json: { index } }));

const harness = useNodeHarness();
const host = usePictureHost();

function countRequests(): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const name of harness.requests()) counts[name] = (counts[name] ?? 0) + 1;
	return counts;
}

function feed(pictures: { origin: string }) {
	return {
		text: '=Item {{ $json.index }}',
		accountIds: 'Bread on Shortpost',
		mediaSource: 'address',
		mediaUrls: `=${pictures.origin}/{{ $json.index }}.jpg`,
		afterCreate: 'publish',
		waitForOutcome: false,
		idempotency: 'once',
		onceKey: '={{ $json.index }}',
	};
}

it('forty items with pictures take seven requests each, and none once they are posted', async () => {
	const file = await jpeg(320);
	const pictures = await host.open(() => ({ body: file }));
	const parameters = feed(pictures);
	const first = await harness.run('post', 'create', parameters, { input });
	expect(first.error).toBeUndefined();
	expect(pictures.requests).toHaveLength(ITEMS);
	expect(countRequests()).toEqual({
		list_accounts: 1,
		get_capabilities: 1,
		begin_media_upload: ITEMS,
		upload_media_part: ITEMS,
		complete_media_upload: ITEMS,
		get_media: ITEMS,
		validate_post: ITEMS,
		create_post: ITEMS,
		publish_post: ITEMS,
	});

	const second = await harness.run('post', 'create', parameters, { input });
	expect(second.error).toBeUndefined();
	expect(pictures.requests).toHaveLength(ITEMS);
	expect(countRequests()).toEqual({});
});

it('forty items take no longer than the rate limit needs for their requests', async () => {
	await harness.close();
	await harness.open({ limits: { credentialPerMinute: 60, userPerMinute: 180 } });
	const file = await jpeg(320);
	const pictures = await host.open(() => ({ body: file }));
	const startedAtMs = harness.service.clock.now();

	const { error } = await harness.run('post', 'create', feed(pictures), { input });

	expect(error).toBeUndefined();
	expect(harness.journal('publish_post')).toHaveLength(ITEMS);
	expect(harness.service.journal.entries.filter(({ status }) => status === 429)).toEqual([]);
	const durationMs = harness.service.clock.now() - startedAtMs;
	// 282 requests: four times, a minute must pass after 60 of them.
	expect(durationMs).toBeLessThan(4.3 * 60_000);
});
