import type { Output } from '../../../properties/item';
import { dayOf } from '../../../properties/dateTime';
import { clock } from '../../../shared/clock';
import { groupBy } from '../../../shared/maps';
import { shortenToLine } from '../../../shared/text/sentences';
import { html, type Html } from '../../../vendor/html';
import { DateTime } from '../../../vendor/libraries';
import { stateOf, type CalendarDay, type CalendarPost } from './calendar';
import type { CalendarAccounts } from './calendarAccounts';
import type { CalendarRequest } from './calendarForm';
import { pageStyle } from './pageStyle';

/** A longer period has a grid for each month. */
const MAX_DAYS_IN_ONE_GRID = 42;
const MAX_TEXT_LENGTH = 200;
/** Longer lists of accounts are counted instead. */
const MAX_NAMED_ACCOUNTS = 10;
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** One item with a page that shows the calendar. */
export function toPage(
	days: CalendarDay[],
	request: CalendarRequest,
	accounts: CalendarAccounts,
): Output {
	const empty = days.filter(({ is_empty }) => is_empty).map(({ date }) => date);
	const posts = days.flatMap((day) => day.posts);
	const page = html`<!doctype html>
		<html lang="en">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="robots" content="noindex" />
				<title>${titleOf(request)}</title>
				${pageStyle}
			</head>
			<body>
				<main class="calendar">
					<h1>${titleOf(request)}</h1>
					<p class="summary">${summarize(posts, empty.length)}</p>
					<p class="facts">${describeFacts(days, request, accounts)}</p>
					${drawGrids(days, dayOf(DateTime.fromMillis(clock.now(), { zone: request.zone })))}
				</main>
			</body>
		</html>`;
	const text = page.toString().replace(/\n\s+/g, '\n');
	return { json: { html: text, count: posts.length, empty_days: empty } };
}

function titleOf({ first, last }: CalendarRequest): string {
	const isMonth = first.day === 1 && last.equals(first.endOf('month').startOf('day'));
	const [from, to] = [first, last].map((day) => day.setLocale('en').toFormat('d LLLL yyyy'));
	if (isMonth) return `Posts in ${first.setLocale('en').toFormat('LLLL yyyy')}`;
	return from === to ? `Posts on ${from}` : `Posts from ${from} to ${to}`;
}

function summarize(posts: CalendarPost[], emptyDays: number): string {
	const problems = posts.filter(({ problem }) => problem !== null).length;
	const parts = [
		countOf(posts.length, 'post'),
		emptyDays > 0 ? `${countOf(emptyDays, 'day')} without a post` : 'a post every day',
		...(problems > 0 ? [`${problems} with a problem`] : []),
	];
	return parts.join(' · ');
}

function countOf(count: number, noun: string): string {
	return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function describeFacts(
	[day]: CalendarDay[],
	{ zone }: CalendarRequest,
	{ counted, isFiltered, labels }: CalendarAccounts,
): string {
	const names = [...counted].map((id) => labels.get(id) ?? id);
	const isShort = names.length <= MAX_NAMED_ACCOUNTS;
	const untimed = day?.posts_without_time ?? 0;
	const now = DateTime.fromMillis(clock.now(), { zone, locale: 'en' });
	const sentences = [
		isFiltered ? (isShort ? names.join(', ') : countOf(names.length, 'account')) : 'All accounts',
		untimed > 0 ? `${countOf(untimed, 'post')} without a time, not shown` : undefined,
		`Times in ${zone}`,
		`As of ${now.toFormat('d LLLL, HH:mm')}`,
	].filter((sentence) => sentence !== undefined);
	return `${sentences.join('. ')}.`;
}

function drawGrids(days: CalendarDay[], todayDate: string): Html[] {
	if (days.length <= MAX_DAYS_IN_ONE_GRID) return [drawGrid(days, todayDate)];
	const months = groupBy(days, ({ date }) => date.slice(0, 7));
	return [...months.values()].map((ofMonth) => {
		const name = dateOf(ofMonth[0]).toFormat('LLLL yyyy');
		return html`<h2>${name}</h2>
			${drawGrid(ofMonth, todayDate)}`;
	});
}

function drawGrid(days: CalendarDay[], todayDate: string): Html {
	const names = WEEKDAYS.map((name) => html`<li class="weekday" aria-hidden="true">${name}</li> `);
	return html`<ol class="days">
		${names}${days.map((day, index) => drawDay(day, index === 0, todayDate))}
	</ol>`;
}

function drawDay(day: CalendarDay, isFirst: boolean, todayDate: string): Html {
	const { date, free_slots: freeSlots, is_empty: isEmpty, posts, weekday } = day;
	const time = dateOf(day);
	const isToday = date === todayDate;
	const classes = [
		'day',
		isEmpty ? 'empty' : '',
		isToday ? 'today' : '',
		date < todayDate ? 'past' : '',
	];
	const number = isFirst || time.day === 1 ? time.toFormat('d LLL') : String(time.day);
	const free = freeSlots?.map(clockTime) ?? [];
	const column = isFirst ? `--column: ${time.weekday}` : '';
	return html`<li class="${classes.filter(Boolean).join(' ')}" style="${column}">
		<h3>
			${isToday ? html`<span class="mark">Today</span>` : null}
			<time datetime="${date}"><span class="name">${weekday} </span>${number}</time>
		</h3>
		${posts.map(drawPost)} ${isEmpty ? html`<p class="nothing">No post</p>` : null}
		${free.length > 0 ? html`<p class="free">Free: ${free.join(', ')}</p>` : null}
	</li>`;
}

function drawPost(post: CalendarPost): Html {
	const { accounts, problem, text, time, url } = post;
	const kind = problem !== null ? 'bad' : post.status === 'published' ? 'out' : '';
	const state = stateOf(post);
	const label = state === '' ? null : html` <span class="state">${state}</span>`;
	return html`<article class="post ${kind}">
		<p class="when">${clockTime(time)}${label}</p>
		${line('text', shortenToLine(text ?? '', MAX_TEXT_LENGTH))}
		${line('accounts', accounts.join(', '))} ${line('problem', problem ?? '')}
		${url === null ? null : html`<p><a href="${url}" rel="noreferrer">View post</a></p>`}
	</article>`;
}

function line(kind: string, text: string): Html | null {
	return text === '' ? null : html`<p class="${kind}" dir="auto">${text}</p>`;
}

function dateOf(day: CalendarDay | undefined): DateTime {
	return DateTime.fromISO(day?.date ?? '', { zone: 'utc', locale: 'en' });
}

/** The time of day in an ISO 8601 time. */
function clockTime(time: string): string {
	return time.slice(11, 16);
}
