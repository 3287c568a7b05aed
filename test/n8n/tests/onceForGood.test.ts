import { setTimeout as sleep } from 'node:timers/promises';

import { OnceFeed } from '../onceFeed';
import { startQueueTestbed, type QueueTestbed } from '../queueTestbed';
import { outputOf } from '../execution';
import type { FeedItem } from '../sampleFeed';
import { startTestbed, type OwnTestbed } from '../testbed';

/** The service allows more requests than in production, so that a test does not wait for it. */
const FAST = { limits: { credentialPerMinute: 5_000, userPerMinute: 5_000 } };
/** An outcome takes more time than all else. */
const NO_WAIT = { waitForOutcome: false };
/** A word is never cut, so this item fails. */
const ENDLESS: FeedItem = { title: 'long'.repeat(200) };

const titles = (count: number) => Array.from({ length: count }, (_, index) => `Item ${index + 1}`);
const eachOnce = (all: string[]) => Object.fromEntries(all.map((title) => [title, [1]]));

describe.each([2, 1] as const)('in n8n %i', (version) => {
	let testbed: OwnTestbed;
	let feed: OnceFeed;

	beforeAll(async () => {
		testbed = await startTestbed({ version }, FAST);
	});

	beforeEach(() => testbed.service.state.posts.clear());

	afterEach(() => feed?.close());

	afterAll(async () => await testbed?.close());

	it('a failed item is tried again without delaying the others, and nothing is repeated a day later', async () => {
		feed = await OnceFeed.create(testbed);
		feed.first = [ENDLESS];
		await feed.run(titles(3));
		expect(await feed.failure()).toContain('Items 1 to 3 succeeded, but the next steps');
		await feed.later(25);
		expect(feed.published).toEqual(eachOnce(titles(3)));

		await feed.run(titles(4));
		expect(await feed.failure()).toContain('Item 1 succeeded, but the next steps');
		await feed.later(25);

		feed.first = [{ title: 'Item 0' }];
		await feed.run(titles(4));
		const corrected = await feed.latest();
		expect(corrected.status).toBe('success');
		const [post, ...others] = outputOf(corrected, 'Create Post');
		expect(post?.json.text).toMatch(/^Item 0\n/);
		expect(others).toEqual([]);
		const before = outputOf(corrected, 'Create Post', 1).map(({ json }) => json.title);
		expect(before.sort()).toEqual(titles(4));

		await feed.later(25);
		await feed.run(titles(4));
		await feed.later(1);
		expect(feed.published).toEqual(eachOnce(['Item 0', ...titles(4)]));
		expect(feed.downloads).toBe(2);
	});

	it('forty new items are posted in one run, and each picture is downloaded once', async () => {
		feed = await OnceFeed.create(testbed, NO_WAIT);
		await feed.run(titles(40));
		await feed.run(titles(40));
		await feed.later(1);
		expect(feed.published).toEqual(eachOnce(titles(40)));
		expect(feed.downloads).toBe(26);
	});

	it('every item is posted once, although n8n is killed at ten moments', async () => {
		feed = await OnceFeed.create(testbed, NO_WAIT);
		const all = titles(40);
		for (let kills = 1; kills <= 10; kills++) {
			const running = feed.run(all.slice(0, 4 * kills));
			await sleep(150 + 130 * kills);
			await testbed.n8n.kill9();
			await running;
			if (kills % 5 === 0) await feed.later(25);
			await testbed.n8n.start();
		}
		for (const hours of [1, 25]) {
			await feed.run(all);
			expect(await feed.latest()).toMatchObject({ status: 'success' });
			await feed.later(hours);
		}
		expect(feed.published).toEqual(eachOnce(all));
	}, 900_000);
});

describe('in queue mode', () => {
	let testbed: QueueTestbed;
	let feed: OnceFeed;

	beforeAll(async () => {
		testbed = await startQueueTestbed({}, FAST, 3);
	});

	afterEach(() => feed?.close());

	afterAll(async () => await testbed?.close());

	it('every item is posted once, although three processes run at once, now and a day later', async () => {
		feed = await OnceFeed.create(testbed, NO_WAIT);
		const all = titles(20);
		for (const hours of [25, 25, 1]) {
			await Promise.all([feed.run(all), feed.run(all), feed.run(all)]);
			await feed.later(hours);
		}
		expect(feed.published).toEqual(eachOnce(all));
	});
});
