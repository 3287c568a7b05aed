import type { IDataObject } from 'n8n-workflow';

import {
	hasSameStatuses,
	isSameState,
} from '../../../../nodes/SocialPublishing/trigger/poll/confirmReturns';

const post = (delivery: string, more: IDataObject = {}): IDataObject => ({
	destinations: [{ id: 'd1', account_id: 'a1', status: delivery }],
	...more,
});

const scheduled_at = new Date(Date.now() + 3_600_000).toISOString();

describe('the record of a post shows the same as a list without the own status of posts', () => {
	it.each<[string, boolean, IDataObject, IDataObject]>([
		['is under way', true, post('pending'), post('pending', { status: 'publishing' })],
		[
			'is under way, with its old status',
			true,
			post('pending'),
			post('pending', { status: 'failed' }),
		],
		['is a draft', true, post('pending'), post('pending', { status: 'draft' })],
		[
			'is scheduled',
			false,
			post('pending'),
			post('pending', { status: 'scheduled', scheduled_at }),
		],
		['has ended', false, post('pending'), post('failed', { status: 'failed' })],
		['has ended otherwise', false, post('failed'), post('published', { status: 'published' })],
	])('if it %s: %s', (_, expected, listed, record) => {
		expect(hasSameStatuses(listed, record)).toBe(expected);
	});

	it('but not as a list with another own status', () => {
		const record = post('pending', { status: 'failed' });
		expect(hasSameStatuses(post('pending', { status: 'publishing' }), record)).toBe(false);
	});
});

it.each<[string, (timezone: string) => IDataObject]>([
	['of its own', (timezone) => ({ scheduled_at, timezone })],
	['in the schedule', (timezone) => ({ schedule: { scheduled_at, timezone } })],
])('a post with another timezone %s is in another state', (_, at) => {
	const [london, paris] = ['Europe/London', 'Europe/Paris'].map((zone) =>
		post('pending', { status: 'scheduled', ...at(zone) }),
	);
	expect(isSameState(london ?? {}, london ?? {})).toBe(true);
	expect(isSameState(london ?? {}, paris ?? {})).toBe(false);
});
