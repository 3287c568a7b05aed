import ICAL from 'ical.js';
import { DateTime } from 'luxon';

import { readExample } from '../../examples';
import { HOSTILE_TEXT } from './hostileText';
import { DAY_MS, type ExampleCheck } from './exampleCheck';

const USER = 'olive';
const PASSWORD = 'open sesame';
/** The editor makes up a path for a webhook that has none. */
const FEED_PATH = 'a-path-that-nobody-guesses';

export const calendarPage: ExampleCheck = {
	fileName: 'calendar-page.json',
	title: 'shows the calendar to whoever has the password, and the same posts to calendar apps',

	async check(testbed) {
		const { n8n, reader, workspaceId } = testbed;
		await n8n.createCredential('httpBasicAuth', { user: USER, password: PASSWORD });
		const workflow = readExample(calendarPage.fileName, {
			'Draw Calendar': { workspaceId },
			'Write Feed': { workspaceId },
			'Feed Is Read': { path: FEED_PATH },
		});
		const feedStep = workflow.nodes.find(({ name }) => name === 'Feed Is Read');
		Object.assign(feedStep ?? {}, { webhookId: FEED_PATH });
		await n8n.importWorkflow(workflow, { active: true });
		const tomorrow = DateTime.fromMillis(testbed.service.clock.now() + DAY_MS).toUTC();
		await testbed.schedule(HOSTILE_TEXT, ['Bread on Shortpost'], tomorrow.toISO() ?? '');
		await testbed.publish('Fresh rolls', ['Cakes on Pagebook', 'Always fails']);
		await testbed.until(() => testbed.statuses[1]?.[1] === 'partial', 'the outcome');

		const address = `${n8n.url}/webhook/posts?month=${tomorrow.toFormat('yyyy-MM')}`;
		expect((await fetch(address)).status).toBe(401);
		const authorization = `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}`;
		const response = await fetch(address, { headers: { authorization } });
		expect([response.status, response.headers.get('content-type')]).toEqual([
			200,
			'text/html; charset=utf-8',
		]);
		expect(response.headers.get('content-security-policy')).toContain('sandbox');
		const shown = await reader.readMail(await response.text());
		expect(shown).toContain(`Posts in ${tomorrow.toFormat('LLLL yyyy')}`);
		expect(shown).toContain(HOSTILE_TEXT.split('\n')[0]);
		expect(shown).toContain('Scheduled');

		const feed = await fetch(`${n8n.url}/webhook/${FEED_PATH}`);
		expect([feed.status, feed.headers.get('content-type')]).toEqual([
			200,
			'text/calendar; charset=utf-8',
		]);
		const events = new ICAL.Component(ICAL.parse(await feed.text()))
			.getAllSubcomponents('vevent')
			.map((event) => new ICAL.Event(event));
		expect(events.map(({ startDate }) => startDate.toUnixTime())).toEqual([
			expect.any(Number),
			Math.floor(tomorrow.toSeconds()),
		]);
		expect(events[0]?.description).toMatch(/Always fails \(pagebook\): .+\nhttps:/s);
		expect(events[1]?.description).toContain(HOSTILE_TEXT);
	},
};
