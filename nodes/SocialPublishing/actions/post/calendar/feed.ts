import type { IBinaryData } from 'n8n-workflow';

import type { Item, Output } from '../../../properties/item';
import { clock } from '../../../shared/clock';
import { shortenToLine } from '../../../shared/text/sentences';
import {
	createICalendar,
	ICalCalendarMethod,
	ICalEventTransparency,
} from '../../../vendor/libraries';
import { stateOf, type CalendarDay, type CalendarPost } from './calendar';

/** How long an app shows a post, which takes no time. */
const EVENT_MS = 15 * 60_000;
/** How often apps should read the feed; most of them decide themselves. */
const REFRESH_SECONDS = 60 * 60;
const MAX_TITLE_LENGTH = 80;

/** One item with the feed as text and as a file. */
export async function toFeed({ functions }: Item, days: CalendarDay[]): Promise<Output> {
	const ics = writeFeed(days.flatMap(({ posts }) => posts));
	const calendar: IBinaryData = await functions.helpers.prepareBinaryData(
		Buffer.from(ics),
		'posts.ics',
		'text/calendar',
	);
	return { json: { ics }, binary: { calendar } };
}

/** The posts in the format of calendar apps (RFC 5545), one event each. */
export function writeFeed(posts: CalendarPost[]): string {
	const calendar = createICalendar({
		prodId: '//n8n-nodes-social-publishing//Posts//EN',
		name: 'Social posts',
		method: ICalCalendarMethod.PUBLISH,
		ttl: REFRESH_SECONDS,
	});
	for (const post of posts) {
		const start = new Date(post.time);
		calendar.createEvent({
			id: `${encodeURIComponent(asText(post.id))}@social-publishing`,
			stamp: new Date(clock.now()),
			start,
			end: new Date(start.getTime() + EVENT_MS),
			summary: asText(titleOf(post)),
			description: asText(describe(post)),
			url: post.url === null ? null : asAddress(post.url),
			// A post keeps nobody from meeting others.
			transparency: ICalEventTransparency.TRANSPARENT,
		});
	}
	// Every line ends with a line break, the last one, too.
	return `${calendar.toString()}\r\n`;
}

function titleOf(post: CalendarPost): string {
	const { text, accounts, problem } = post;
	const title = shortenToLine(text ?? '', MAX_TITLE_LENGTH) || accounts.join(', ') || 'Post';
	return problem === null ? title : `${stateOf(post)}: ${title}`;
}

function describe(post: CalendarPost): string {
	const { accounts, problem, text, url } = post;
	const facts = [accounts.join(', '), stateOf(post), problem, url].filter(Boolean).join('\n');
	return [text, facts].filter(Boolean).join('\n\n');
}

/** The format allows no control characters other than tabs and line breaks, and no halves of characters. */
function asText(text: string): string {
	return Buffer.from(text.replace(/[^\P{Cc}\t\n\r]/gu, '')).toString();
}

/** The library writes addresses as they are. */
function asAddress(url: string): string | null {
	return URL.canParse(url) ? new URL(url).href : null;
}
