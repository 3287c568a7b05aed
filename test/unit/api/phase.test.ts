import type { IDataObject } from 'n8n-workflow';

import {
	FINAL,
	HANDED_OVER,
	phase,
	type Phase,
	showsCancellation,
	showsPublication,
	showsSchedule,
} from '../../../nodes/SocialPublishing/api/phase';
import { clock } from '../../../nodes/SocialPublishing/shared/clock';

const now = Date.parse('2027-03-01T09:00:00Z');
const ahead = { scheduled_at: '2027-03-01T10:00:00Z' };
const passed = { scheduled_at: '2027-03-01T08:00:00Z' };

beforeEach(() => jest.spyOn(clock, 'now').mockReturnValue(now));
afterEach(() => jest.restoreAllMocks());

/** A post with one destination for each status. */
const post = (status: string | undefined, ...deliveries: Array<string | null | undefined>) => ({
	...(status !== undefined && { status }),
	destinations: deliveries.map((delivery, index) => ({ id: `d${index}`, status: delivery })),
});

describe('the phase of a post', () => {
	it.each<[string, IDataObject, Phase]>([
		['its own final status', post('published', 'publishing'), 'published'],
		['its own final status', post('partial', 'published'), 'partial'],
		['its own final status', post('failed', 'published'), 'failed'],
		['its own status', post('draft', 'pending'), 'draft'],
		['its own status', post('scheduled', 'pending', 'queued'), 'scheduled'],
		['its own status', { status: 'Canceled' }, 'cancelled'],
		['its own status', post('publishing'), 'publishing'],
		['the own status of a delivery', post('retrying', 'pending'), 'publishing'],
		['the own status of a delivery', post('needs_review'), 'publishing'],
		['a word of the service', post('approved', 'draft'), 'unknown'],
		['a word of the service', { status: 'approved', ...ahead }, 'unknown'],
		['ended deliveries', post(undefined, 'published', 'published'), 'published'],
		['ended deliveries', post(undefined, 'published', 'blocked'), 'partial'],
		['ended deliveries', post(undefined, 'failed', 'needs_review'), 'failed'],
		['ended deliveries', post('publishing', 'published'), 'published'],
		['ended deliveries', post('approved', 'published'), 'published'],
		['begun deliveries', post(undefined, 'processing'), 'publishing'],
		['begun deliveries', post(undefined, 'published', undefined), 'publishing'],
		['begun deliveries', post('approved', 'published', 'pending'), 'publishing'],
		['deliveries of one idle status', post(undefined, 'draft', 'draft'), 'draft'],
		['deliveries of one idle status', post(undefined, 'scheduled'), 'scheduled'],
		['deliveries of one idle status', post(undefined, 'canceled'), 'cancelled'],
		['deliveries of several idle statuses', post(undefined, 'draft', 'scheduled'), 'unknown'],
		['pending deliveries', post(undefined, 'pending', 'draft', undefined), 'draft'],
		['pending deliveries', { ...post(undefined, 'pending'), ...ahead }, 'scheduled'],
		['pending deliveries that are due', { ...post(undefined, 'pending'), ...passed }, 'leaving'],
		['an attempt', { ...post(undefined, 'pending'), attempt_count: 1 }, 'leaving'],
		['a link', { ...post(undefined, 'pending'), url: 'https://example.com/p' }, 'leaving'],
		['deliveries without an outcome yet', post(undefined, null, null), 'draft'],
		['deliveries without an outcome yet', { ...post(undefined, null), ...ahead }, 'scheduled'],
		['deliveries without an outcome yet', { ...post(undefined, null), ...passed }, 'leaving'],
		['queued deliveries', post(undefined, 'queued'), 'leaving'],
		['a time alone', { ...ahead }, 'unknown'],
		['nothing', {}, 'unknown'],
		['deliveries without a status', post(undefined, undefined), 'unknown'],
	])('follows from %s: %j is %s', (_, record, expected) => {
		expect(phase(record)).toBe(expected);
	});

	it.each<[IDataObject, Phase]>([
		[post('draft', 'publishing'), 'publishing'],
		[post('draft', 'published'), 'published'],
		[post('scheduled', 'published', 'pending'), 'publishing'],
		[post('scheduled', 'retrying', 'failed'), 'publishing'],
		[post('scheduled', 'blocked'), 'failed'],
		[post('cancelled', 'published', 'cancelled'), 'partial'],
		[post('cancelled', 'failed', undefined), 'failed'],
		[post('cancelled', 'published', 'publishing'), 'publishing'],
		[{ ...post(undefined, 'draft'), ...ahead }, 'draft'],
		[{ ...post(undefined, 'scheduled'), scheduled_at: null }, 'scheduled'],
	])('if its fields contradict each other: %j is %s', (record, expected) => {
		expect(phase(record)).toBe(expected);
	});

	it('is not idle once the post is known to be sent, if its deliveries are pending', () => {
		expect(phase(post(undefined, 'pending'), true)).toBe('leaving');
		expect(phase({ ...post(undefined, 'pending'), ...ahead }, true)).toBe('leaving');
		expect(phase(post('draft', 'pending'), true)).toBe('draft');
		expect(phase(post(undefined, 'scheduled'), true)).toBe('scheduled');
	});

	it('is handed over once a delivery has begun, and final once it has ended', () => {
		const all = [
			'draft',
			'scheduled',
			'cancelled',
			'leaving',
			'publishing',
			'published',
			'partial',
		];
		expect(all.filter((each) => HANDED_OVER.has(each))).toEqual(all.slice(4));
		expect(all.filter((each) => FINAL.has(each))).toEqual(all.slice(5));
	});
});

describe('a post that went out on one account although its own status is', () => {
	it('draft shows a publication, and no cancellation', () => {
		const record = post('draft', 'published', 'pending');
		expect(showsPublication(record)).toBe(true);
		expect(showsCancellation(record)).toBe(false);
		expect(showsSchedule('schedule')(record)).toBe(true);
	});

	it('cancelled shows both', () => {
		const record = post('cancelled', 'published', 'cancelled');
		expect(showsPublication(record)).toBe(true);
		expect(showsCancellation(record)).toBe(true);
	});
});

it.each<[IDataObject, boolean | undefined]>([
	[post('scheduled'), true],
	[post(undefined, 'scheduled'), true],
	[{ ...post(undefined, 'pending'), ...ahead }, true],
	[{ ...post(undefined, 'draft'), ...ahead }, false],
	[post('cancelled'), false],
	[{ ...ahead }, true],
	[{ scheduled_at: null }, false],
	[{}, undefined],
])('%j shows a schedule for any time: %s', (record, expected) => {
	expect(showsSchedule('schedule')(record)).toBe(expected);
});

it.each<[IDataObject, boolean | undefined]>([
	[post('draft'), true],
	[{ ...post('draft'), ...ahead }, true],
	[{ ...post(undefined, 'draft'), ...ahead }, true],
	[post('scheduled'), false],
	[post('publishing'), false],
	[post('approved'), undefined],
	[{ status: 'approved', ...ahead }, false],
	[{ status: 'approved', scheduled_at: null }, undefined],
	[{ ...ahead }, false],
	[{ scheduled_at: null }, true],
	[{ ...post(undefined, 'queued'), scheduled_at: null }, undefined],
	[{}, undefined],
])('%j shows a cancellation: %s', (record, expected) => {
	expect(showsCancellation(record)).toBe(expected);
});
