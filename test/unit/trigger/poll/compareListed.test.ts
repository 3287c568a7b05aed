import type { IDataObject } from 'n8n-workflow';

import { clock } from '../../../../nodes/SocialPublishing/shared/clock';
import {
	compareListed,
	toListed,
	type Listed,
} from '../../../../nodes/SocialPublishing/trigger/poll/compareListed';
import type { KnownPost } from '../../../../nodes/SocialPublishing/trigger/poll/knownPost';
import { Pass } from '../../../../nodes/SocialPublishing/trigger/poll/pass';
import { postSection } from '../../../../nodes/SocialPublishing/trigger/poll/sections';
import { emptyState } from '../../../../nodes/SocialPublishing/trigger/poll/watchState';
import { knownPost } from '../../support/knownPost';

/** Posts are watched from minute 100 on; what was older than minute 50 has been forgotten. */
const MINUTE_MS = 60_000;
const NOW_MS = 200 * MINUTE_MS;

beforeEach(() => jest.spyOn(clock, 'now').mockReturnValue(NOW_MS));
afterEach(() => jest.restoreAllMocks());

const at = (minute: number) => new Date(minute * MINUTE_MS).toISOString();

function setUp(before?: KnownPost) {
	const state = emptyState('scope');
	state.forgottenBeforeMs.posts = 50 * MINUTE_MS;
	const pass = new Pass();
	pass.sinceMs = 100 * MINUTE_MS;
	const watched = new Map<string, KnownPost>();
	const list = { section: postSection, watched, state, pass };
	const compare = (record: IDataObject) => {
		const [entry] = toListed({ id: 'post', ...record });
		if (entry === undefined) throw new Error('The post has an ID');
		if (before !== undefined && watched.size === 0) watched.set(entry.digest, before);
		return compareListed(list, entry).map(({ type }) => type);
	};
	return { compare, state, pass, watched };
}

function post(status: string, minute: number, ...destinations: IDataObject[]): IDataObject {
	return { status, created_at: at(minute), destinations };
}

const failedAt = (minute: number) => ({ id: `${minute}`, status: 'failed', failed_at: at(minute) });

it('lists no record without an ID, and any other with its times', () => {
	expect(toListed({ created_at: at(1) })).toEqual([]);
	const record = { id: 7, created_at: at(1), published_at: at(2) };
	const expected: Listed = {
		...{ id: '7', record, digest: expect.stringMatching(/^[\w-]{8}$/) },
		...{ createdMs: MINUTE_MS, latestMs: 2 * MINUTE_MS },
	};
	expect(toListed(record)).toEqual([expected]);
});

describe('a post that is not known', () => {
	it.each<[string, number, string, string[], number]>([
		['is reported', 60, 'failed', ['delivery.failed', 'post.created', 'post.failed'], 1],
		['and was last changed at the bound is reported', 50, 'draft', ['post.created'], 1],
		['is not kept if it is older and finished: it had been forgotten', 49, 'failed', [], 0],
		['is kept if it is older and not finished', 49, 'draft', [], 1],
	])('%s', (_what, minute, status, types, kept) => {
		const { compare, watched } = setUp();
		const deliveries = status === 'failed' ? [failedAt(minute)] : [];
		expect(compare(post(status, minute, ...deliveries))).toEqual(types);
		expect(watched.size).toBe(kept);
	});

	it('although it was created long ago is reported with what has happened since', () => {
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

describe('a finished post that is older than what is watched', () => {
	it.each<[string, IDataObject, boolean]>([
		['is forgotten', post('failed', 99, failedAt(99)), true],
		['is not while it is as young', post('failed', 100, failedAt(100)), false],
		['is not while it is not finished', post('draft', 99), false],
		['is not without any time', { status: 'failed', destinations: [] }, false],
	])('%s', (_what, record, isForgotten) => {
		const { compare, pass } = setUp();
		compare(record);
		compare(record);
		expect(pass.forgettable.size).toBe(isForgotten ? 1 : 0);
	});

	it('is kept for as long again once something has happened to it', () => {
		const { compare, pass, state } = setUp(knownPost({ status: 'u' }));
		const record = post('failed', 99, failedAt(99));
		expect(compare(record)).toEqual(['delivery.failed', 'post.failed']);
		expect([...state.recent.values()]).toEqual([NOW_MS]);
		expect(pass.forgettable.size).toBe(0);
		pass.sinceMs = NOW_MS;
		compare(record);
		expect(pass.forgettable.size).toBe(0);
		pass.sinceMs = NOW_MS + 1;
		compare(record);
		expect(pass.forgettable.size).toBe(1);
		compare(post('publishing', 99, { id: '99', status: 'publishing' }));
		expect(pass.forgettable.size).toBe(0);
	});

	it('and was not known is not kept for longer', () => {
		const { compare, state } = setUp();
		compare(post('failed', 60, failedAt(60)));
		expect(state.recent.size).toBe(0);
	});

	it('is not kept for longer where nothing has happened, or where it is young anyway', () => {
		const { compare, state } = setUp(knownPost({ status: 'u' }));
		compare(post('publishing', 99));
		compare(post('failed', 100, failedAt(100)));
		expect(state.recent.size).toBe(0);
	});
});
