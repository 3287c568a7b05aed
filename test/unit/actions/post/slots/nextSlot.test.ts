import type { INodeParameters } from 'n8n-workflow';

import { dialects } from '../../../../service';
import { byId } from '../../../support/nodeHarness';
import { ofDestinations } from '../../../support/postDialects';
import { errorOf, THREE_A_DAY, timesOf, titles, useSlotHarness } from './queue';
import { inHours } from '../../createRecords';

const harness = useSlotHarness();

const slots = (weekdays: unknown, times: unknown) =>
	({ slots: { slot: [{ weekdays, times }] } }) as INodeParameters;

it('items take the free slots in their order, and the output shows their times', async () => {
	await harness.scheduleByHand('By hand', '12:00');
	const { items, error } = await harness.post(titles('One', 'Two', 'Three'), { simplify: true });

	expect(error).toBeUndefined();
	expect(timesOf(harness.queue)).toEqual([
		'08:00 One',
		'12:00 By hand',
		'18:00 Two',
		'08:00 Three',
	]);
	const [first] = items;
	expect(first?.json.message).toMatch(
		/^The post is scheduled\. It goes out on .+, 08:00 \(UTC\)\.$/,
	);
	expect(first?.json.scheduled_at).toContain('T08:00');
});

it('a slot that begins in less than two minutes is too close', async () => {
	await harness.service.clock.advance(58 * 60_000 + 1);
	await harness.post(titles('One'));
	expect(timesOf(harness.queue)).toEqual(['12:00 One']);
});

it('a slot is taken even if the list shows nothing of its post but pending deliveries', async () => {
	await harness.close();
	const listedPost = ({ id, destinations }: Record<string, unknown>) =>
		ofDestinations((destination) => ({ ...destination, status: 'pending' }))({ id, destinations });
	await harness.open({ dialect: { ...dialects.first, listedPost } });
	await harness.beginAt('07:00');
	await harness.post(titles('One'));
	await harness.post(titles('Two'));
	expect(timesOf(harness.queue)).toEqual(['08:00 One', '12:00 Two']);
});

it('weekdays and times can be JSON on several lines', async () => {
	const json = (list: string[]) => JSON.stringify(list, null, 2);
	const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
	await harness.post(titles('One'), slots(json(days), json(['08:00'])));
	expect(timesOf(harness.queue)).toEqual(['08:00 One']);
});

it('a slot is read in the time zone of the field', async () => {
	await harness.post(titles('One'), { timezone: 'Asia/Kathmandu' });
	const [one] = harness.scheduled;
	expect(new Date(one?.atMs ?? 0).toISOString()).toMatch(/T12:15:00\.000Z$/);
});

it('a post of another account does not take a slot, and one of several accounts needs all of them free', async () => {
	const both = ['Bread on Shortpost', 'Cakes on Pagebook'].map((name) =>
		harness.service.accountId(name),
	);
	await harness.scheduleByHand('Cakes', '08:00', 0, 'Cakes on Pagebook');
	await harness.post(titles('Bread'));
	await harness.post(titles('Both'), { accountIds: both });
	await harness.post(titles('Cakes again'), { accountIds: both.slice(1) });

	expect(timesOf(harness.queue)).toEqual([
		'08:00 Cakes',
		'08:00 Bread',
		'12:00 Both',
		'18:00 Cakes again',
	]);
	expect(harness.shared).toEqual([]);
});

it('a draft, or a post whose schedule was cancelled, takes no slot', async () => {
	const id = await harness.scheduleByHand('Cancelled', '08:00');
	await harness.run('post', 'cancel', { postId: byId(id) });
	await harness.post(titles('One'));
	expect(timesOf(harness.queue)).toEqual(['08:00 One']);
});

describe('finding the next slot', () => {
	const commands = ['validate_post', 'create_post', 'schedule_post'];
	const requests = () => harness.requests().filter((name) => name !== 'list_accounts');

	it('reads two lists for one item', async () => {
		await harness.post(titles('One'));
		expect(requests()).toEqual(['list_posts', ...commands, 'list_posts']);
	});

	it('reads three lists for several items, whatever their number', async () => {
		await harness.post(titles('One', 'Two', 'Three', 'Four'));
		expect(requests()).toEqual([
			...['list_posts', ...commands, 'list_posts'],
			...[...commands, ...commands, ...commands, 'list_posts'],
		]);
	});
});

it.each([
	['no slot', { slots: {} }, 'There are no slots'],
	['a slot without a weekday', slots([], '09:00'), 'Slot has no weekday'],
	['a slot without a time', slots(['monday'], ' , '), 'Slot has no time'],
	['an hour that no day has', slots(['monday'], '25:00'), '"25:00" is not a time of day'],
	['a minute that no hour has', slots(['monday'], '09:60'), '"09:60" is not a time of day'],
	['a day that no week has', slots('moonday', '09:00'), '"moonday" is not a weekday'],
	['an unknown time zone', { timezone: 'Europe/Atlantis' }, 'There is no timezone'],
	['an unknown mode', { scheduleMode: 'soon' }, "'When' must be time or nextSlot"],
	[
		'a search of no days',
		{ options: { slotsDaysAhead: 0 } },
		"'Days to Search for a Slot' must be",
	],
])('%s is an error before anything is sent', async (_name, parameters, message) => {
	harness.requests();
	const run = await harness.post(titles('One', 'Two'), parameters);
	expect(errorOf(run)).toContain(message);
	expect(errorOf(run)).toContain('Nothing was sent');
	expect(harness.requests()).toEqual([]);
});

it.each([
	['names of weekdays in any case, with commas', slots('Monday, SUNDAY', '9:00\n 17:30')],
	['a list of times', slots(['monday', 'sunday'], ['09:00', '17:30'])],
])('an expression may return %s', async (_name, parameters) => {
	await harness.post(titles('1', '2', '3', '4'), parameters);
	const days = harness.scheduled.map(({ atMs }) => new Date(atMs).getUTCDay());
	const times = harness.scheduled.map(({ atMs }) => new Date(atMs).toISOString().slice(11, 16));
	expect([...days].sort()).toEqual([0, 0, 1, 1]);
	expect([...times].sort()).toEqual(['09:00', '09:00', '17:30', '17:30']);
});

it('an item fails without a free slot before its draft is created, and the error names the last day', async () => {
	const run = await harness.post(titles('1', '2', '3', '4', '5', '6', '7'), {
		options: { slotsDaysAhead: 1 },
	});
	const lastDay = new Date(harness.service.clock.now() + 86_400_000).getUTCDate();

	expect(errorOf(run)).toContain(`No slot is free up to ${lastDay} `);
	expect(errorOf(run)).toContain('Items 1 to 6 were already started');
	expect(harness.queue).toHaveLength(6);
	expect(harness.service.state.posts.size).toBe(6);
});

it('an item that cannot be posted leaves its slot to the next one', async () => {
	harness.refuse(2);
	const { outputs } = await harness.post(
		titles('One', 'Two', 'Three'),
		{},
		{ continueOnFail: 'continueErrorOutput' },
	);
	expect(outputs[1]).toHaveLength(1);
	expect(timesOf(harness.queue)).toEqual(['08:00 One', '12:00 Three']);
});

it('a schedule that is refused leaves its slot to the next item, and the error states that the draft exists', async () => {
	const action = { kind: 'status', when: 'before', status: 422, message: 'Odd time' } as const;
	harness.service.faults.add({ operation: 'schedule_post', action });
	const { outputs } = await harness.post(
		titles('One', 'Two'),
		{},
		{ continueOnFail: 'continueErrorOutput' },
	);
	expect(String(outputs[1]?.[0]?.json.error)).toContain('The draft has been created');
	expect(timesOf(harness.queue)).toEqual(['08:00 Two']);
});

it('the set time counts without Schedule Mode, as in older workflows', async () => {
	const scheduledAt = inHours(harness, 1);
	const { scheduleMode, ...parameters } = harness.parameters({ scheduledAt });
	harness.requests();
	const { error } = await harness.run('post', 'create', parameters, { input: titles('One') });
	expect([scheduleMode, error]).toEqual(['nextSlot', undefined]);
	expect(harness.scheduled.map(({ atMs }) => harness.service.clock.iso(atMs))).toEqual([
		scheduledAt,
	]);
	expect(harness.requests()).not.toContain('list_posts');
});

it("n8n's Agents put the post into the next free slot, where a second call finds it", async () => {
	await harness.scheduleByHand('By hand', '08:00');
	const parameters = {
		...harness.parameters({ text: 'One', slots: THREE_A_DAY }),
	};
	const first = await harness.call('post', 'create', parameters);
	const second = await harness.call('post', 'create', parameters);

	expect(first.status).toBe('success');
	expect(second.status).toBe('success');
	expect(timesOf(harness.queue)).toEqual(['08:00 By hand', '12:00 One']);
});
