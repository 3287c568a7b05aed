import type { IDataObject } from 'n8n-workflow';

import { clock } from '../../../../nodes/SocialPublishing/shared/clock';
import type { Snapshot } from '../../../../nodes/SocialPublishing/trigger/poll/snapshot';
import { observe } from '../../../../nodes/SocialPublishing/trigger/poll/observe';
import {
	Scan,
	toListed,
	type ListedRecord,
} from '../../../../nodes/SocialPublishing/trigger/poll/scan';
import { emptyState } from '../../../../nodes/SocialPublishing/trigger/poll/poller';
import { postList } from '../../../../nodes/SocialPublishing/trigger/poll/watchedLists';

/** Posts are watched from minute 100 on; finished posts from before minute 50 have expired. */
const MINUTE_MS = 60_000;
const NOW_MS = 200 * MINUTE_MS;

beforeEach(() => jest.spyOn(clock, 'now').mockReturnValue(NOW_MS));
afterEach(() => jest.restoreAllMocks());

const at = (minute: number) => new Date(minute * MINUTE_MS).toISOString();

function setUp(before?: Snapshot) {
	const state = emptyState('scope');
	const listState = state.lists.posts;
	listState.watermarkMs = 50 * MINUTE_MS;
	const scan = new Scan();
	scan.watchedSinceMs = 100 * MINUTE_MS;
	const snapshots = new Map<string, Snapshot>();
	const scanned = { list: postList, snapshots, state, listState, scan };
	const compare = (record: IDataObject) => {
		const [entry] = toListed({ id: 'post', ...record });
		if (entry === undefined) throw new Error('The post has an ID');
		if (before !== undefined && snapshots.size === 0) snapshots.set(entry.digest, before);
		return observe(scanned, entry).map(({ type }) => type);
	};
	return { compare, state, scan, snapshots };
}

function post(status: string, minute: number, ...destinations: IDataObject[]): IDataObject {
	return { status, created_at: at(minute), destinations };
}

const failedAt = (minute: number) => ({ id: `${minute}`, status: 'failed', failed_at: at(minute) });

it('toListed omits records without an ID, and reads the times of all others', () => {
	expect(toListed({ created_at: at(1) })).toEqual([]);
	const record = { id: 7, created_at: at(1), published_at: at(2) };
	const expected: ListedRecord = {
		...{ id: '7', record, digest: expect.stringMatching(/^[\w-]{8}$/) },
		...{ createdMs: MINUTE_MS, latestMs: 2 * MINUTE_MS },
	};
	expect(toListed(record)).toEqual([expected]);
});

describe('a post without a snapshot', () => {
	it.each<[string, number, string, string[], number]>([
		['is reported', 60, 'failed', ['delivery.failed', 'post.created', 'post.failed'], 1],
		['and last changed at the watermark is reported', 50, 'draft', ['post.created'], 1],
		['is ignored if it is older and finished, because it had expired', 49, 'failed', [], 0],
		['is stored without an event if it is older and not finished', 49, 'draft', [], 1],
	])('%s', (_what, minute, status, types, kept) => {
		const { compare, snapshots } = setUp();
		const deliveries = status === 'failed' ? [failedAt(minute)] : [];
		expect(compare(post(status, minute, ...deliveries))).toEqual(types);
		expect(snapshots.size).toBe(kept);
	});

	it('that was created long ago is reported only with changes after the watermark', () => {
		const { compare } = setUp();
		expect(compare(post('failed', 40, failedAt(49), failedAt(50)))).toEqual([
			'delivery.failed',
			'post.failed',
		]);
		expect(setUp().compare(post('failed', 50, failedAt(49), failedAt(50)))).toEqual([
			...['delivery.failed', 'delivery.failed'],
			...['post.created', 'post.failed'],
		]);
	});
});

describe('a post that does not state its creation', () => {
	const publishedAt = (minute: number) => ({
		...{ id: `${minute}`, status: 'published' },
		published_at: at(minute),
	});

	it('existed when its first delivery ended', () => {
		const record = { status: 'partial', destinations: [publishedAt(49), failedAt(60)] };
		expect(setUp().compare(record)).toEqual(['delivery.failed', 'post.partial']);
	});

	it.each<[string, number, string[]]>([
		['existed at its scheduled time if it has been retried since', 49, []],
		['is new if it was scheduled for later than the watermark', 50, ['post.created']],
	])('%s', (_what, minute, created) => {
		const scheduled_at = at(minute);
		const record = { status: 'published', scheduled_at, destinations: [publishedAt(60)] };
		const types = ['delivery.published', ...created, 'post.published'];
		expect(setUp().compare(record)).toEqual(types);
	});
});

describe('a finished post that is older than Watch Posts For Days', () => {
	it.each<[string, IDataObject, boolean]>([
		['expires', post('failed', 99, failedAt(99)), true],
		['does not expire while it is young enough', post('failed', 100, failedAt(100)), false],
		['does not expire while it is not finished', post('draft', 99), false],
		['does not expire without a date', { status: 'failed', destinations: [] }, false],
	])('%s', (_what, record, isForgotten) => {
		const { compare, scan } = setUp();
		compare(record);
		compare(record);
		expect(scan.expired.size).toBe(isForgotten ? 1 : 0);
	});

	it('is watched for the same time again after a change', () => {
		const { compare, scan, state } = setUp({ status: 'u' });
		const record = post('failed', 99, failedAt(99));
		expect(compare(record)).toEqual(['delivery.failed', 'post.failed']);
		expect([...state.recentChangesMs.values()]).toEqual([NOW_MS]);
		expect(scan.expired.size).toBe(0);
		scan.watchedSinceMs = NOW_MS;
		compare(record);
		expect(scan.expired.size).toBe(0);
		scan.watchedSinceMs = NOW_MS + 1;
		compare(record);
		expect(scan.expired.size).toBe(1);
		compare(post('publishing', 99, { id: '99', status: 'publishing' }));
		expect(scan.expired.size).toBe(0);
	});

	it('without a snapshot is not watched for longer', () => {
		const { compare, state } = setUp();
		compare(post('failed', 60, failedAt(60)));
		expect(state.recentChangesMs.size).toBe(0);
	});

	it('is not watched for longer without a change, or if it is young enough', () => {
		const { compare, state } = setUp({ status: 'u' });
		compare(post('publishing', 99));
		compare(post('failed', 100, failedAt(100)));
		expect(state.recentChangesMs.size).toBe(0);
	});
});
