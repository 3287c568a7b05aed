import ICAL from 'ical.js';

import { binaryBytes } from '../../../../engine';
import { HOSTILE_TEXT, post, useCalendarHarness, ZONE } from './calendarServer';

const harness = useCalendarHarness();

async function feed() {
	const { items, error } = await harness.run('post', 'getCalendar', {
		return: 'feed',
		timezone: ZONE,
	});
	expect(error).toBeUndefined();
	const [item] = items;
	const ics = String(item?.json.ics);
	const component = new ICAL.Component(ICAL.parse(ics));
	const events = component
		.getAllSubcomponents('vevent')
		.map((event) => ({ event: new ICAL.Event(event), url: event.getFirstPropertyValue('url') }));
	return { item, ics, component, events };
}

it('a feed has an event for each post, with its link or its problem', async () => {
	const out = await post(harness, 'Out', undefined);
	const failed = await post(harness, 'Half', undefined, ['Bread on Shortpost', 'Always fails']);
	const later = await post(harness, 'Later', '2026-11-20T09:00');
	const { component, events, ics, item } = await feed();
	expect(component.getFirstPropertyValue('version')).toBe('2.0');
	expect(component.getFirstPropertyValue('method')).toBe('PUBLISH');
	expect(events.map(({ event }) => [event.uid, event.summary])).toEqual([
		[`${out.id}@social-publishing`, 'Out'],
		[`${failed.id}@social-publishing`, 'Partially published: Half'],
		[`${later.id}@social-publishing`, 'Later'],
	]);
	expect(events.map(({ event }) => event.description)).toEqual([
		expect.stringMatching(/^Out\n\nBread on Shortpost \(shortpost\)\nPublished\nhttps:.+/),
		expect.stringContaining('\nAlways fails (pagebook): The platform rejected the post.'),
		'Later\n\nBread on Shortpost (shortpost)\nScheduled',
	]);
	expect(events[0]?.url).toMatch(/^https:\/\/shortpost\.example\.com/);
	expect(events[2]?.url).toBeNull();
	const [start, end] = [events[2]?.event.startDate, events[2]?.event.endDate];
	expect(start?.toJSDate().toISOString()).toBe('2026-11-20T08:00:00.000Z');
	expect(end?.toJSDate().toISOString()).toBe('2026-11-20T08:15:00.000Z');
	expect(item?.binary?.calendar).toMatchObject({
		fileName: 'posts.ics',
		mimeType: 'text/calendar',
	});
	expect(item && (await binaryBytes(item, 'calendar')).toString()).toBe(ics);
});

it('a feed shows any text as it is, in lines that every app can read', async () => {
	await post(harness, HOSTILE_TEXT, '2026-11-20T09:00');
	const { events, ics } = await feed();
	expect(events).toHaveLength(1);
	const { description, summary } = events[0]?.event ?? {};
	expect(description).toMatch(
		/^<script>alert\("1"\)<\/script> it's; a, b \\n & 🥐\nBEGIN:VEVENT\n\ufffd end\n\n/,
	);
	expect(summary).toMatch(/^<script>alert\("1"\)<\/script> it's; a, b \\n & 🥐/);
	const lines = ics.split('\r\n');
	expect(lines.pop()).toBe('');
	for (const line of lines) {
		expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
		expect(line).not.toMatch(/[\r\n\0-\b]/);
	}
});

it('a feed without posts is a calendar without events', async () => {
	expect((await feed()).events).toEqual([]);
});
