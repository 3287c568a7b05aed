import type { INodeParameters } from 'n8n-workflow';

import { draft, made } from '../../createRecords';
import { HOSTILE_TEXT, post, useCalendarHarness, ZONE } from './calendarServer';

const harness = useCalendarHarness();

async function page(parameters: INodeParameters = {}) {
	const form = { return: 'page', timezone: ZONE, ...parameters };
	const { html, count, empty_days } = await made(harness, 'post:getCalendar', form);
	const text = String(html);
	/** The part of the page that shows a day. */
	const day = (date: string) => {
		const [before, after] = text.split(`<time datetime="${date}">`);
		return `${before?.slice(before.lastIndexOf('<li'))}${after?.split('</li>')[0]}`;
	};
	return { html: text, day, count, empty_days };
}

it('a page shows each day of the month once, today, and the days without a post', async () => {
	await post(harness, 'Fresh bread', '2026-11-20T09:00');
	await draft(harness);
	const { html, day, count, empty_days: empty } = await page();
	const dates = [...html.matchAll(/<time datetime="(.+?)">/g)].map(([, date]) => date);
	expect(dates).toHaveLength(30);
	expect(new Set(dates).size).toBe(30);
	expect(count).toBe(1);
	expect(empty).toHaveLength(29);
	expect(empty).not.toContain('2026-11-20');
	expect(html).toContain('<title>Posts in November 2026</title>');
	expect(html).toContain('1 post · 29 days without a post');
	expect(html).toContain('1 post without a time, not shown. Times in Europe/Berlin.');
	expect(day('2026-11-18')).toMatch(/class="day empty today"[^]*Today[^]*No post/);
	expect(day('2026-11-17')).toMatch(/class="day empty past"[^]*No post/);
	expect(day('2026-11-20')).toMatch(/class="day"[^]*09:00[^]*Scheduled[^]*Fresh bread/);
	expect(day('2026-11-20')).not.toContain('No post');
	expect(html.match(/No post/g)).toHaveLength(29);
});

it('a page marks failed posts and links only to published ones', async () => {
	await post(harness, 'Out', undefined);
	await post(harness, 'Half', undefined, ['Bread on Shortpost', 'Always fails']);
	await post(harness, 'Later', '2026-11-18T12:00');
	const { html, day } = await page({ period: 'next7Days' });
	expect(html).toContain('<title>Posts from 18 November 2026 to 24 November 2026</title>');
	expect(html).toContain('3 posts · 6 days without a post · 1 with a problem');
	const posts = day('2026-11-18').split('<article').slice(1);
	expect(posts).toEqual([
		expect.stringMatching(/^ class="post out">[^]*href="https:\/\/shortpost\.example\.com/),
		expect.stringMatching(/^ class="post bad">[^]*Partially published[^]*The platform rejected/),
		expect.not.stringContaining('href'),
	]);
});

it('a page shows foreign characters as text, needs no script, and loads nothing', async () => {
	await post(harness, HOSTILE_TEXT, '2026-11-20T09:00');
	const { html } = await page();
	expect(html).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; it&#39;s');
	expect(html).not.toMatch(/<script|<img|<link|<iframe|url\(|@import|\son\w+=/i);
});

it('a page of several months has a heading for each', async () => {
	const period = { period: 'custom', startDate: '2026-11-15', endDate: '2027-01-15' };
	const { html } = await page(period);
	const headings = [...html.matchAll(/<h2>(.+?)<\/h2>/g)].map(([, heading]) => heading);
	expect(headings).toEqual(['November 2026', 'December 2026', 'January 2027']);
	// A Sunday, a Tuesday and a Friday.
	expect(html.match(/--column: \d/g)).toEqual(['--column: 7', '--column: 2', '--column: 5']);
});

it('a page names the accounts of a filter, and shows free slots', async () => {
	const slot = [{ weekdays: ['thursday'], times: '09:00, 17:30' }];
	const { html, day } = await page({
		filters: { platform: 'photowall' },
		options: { slots: { slot } },
	});
	expect(html).toContain('Bread on Photowall (photowall). Times in Europe/Berlin.');
	expect(day('2026-11-19')).toContain('Free: 09:00, 17:30');
	expect(html.match(/Free:/g)).toHaveLength(2);
});
