import fc from 'fast-check';
import { DateTime } from 'luxon';

import {
	lastDayOf,
	slotTimes,
	type Timetable,
	type WeeklySlot,
} from '../../../nodes/SocialPublishing/properties/slotTimes';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Zones whose clocks change by an hour, by half an hour, at midnight, in the opposite direction, or never. */
const ZONES = [
	'Africa/Cairo',
	'Africa/Casablanca',
	'America/Asuncion',
	'America/New_York',
	'America/Santiago',
	'America/St_Johns',
	'Asia/Beirut',
	'Asia/Kathmandu',
	'Atlantic/Azores',
	'Australia/Lord_Howe',
	'Europe/Berlin',
	'Europe/Dublin',
	'Pacific/Apia',
	'Pacific/Auckland',
	'Pacific/Chatham',
	'UTC',
];

/** The changes of the clocks in a zone: the first minute after each, from 2026 to 2028. */
function changesIn(zone: string): number[] {
	const changes: number[] = [];
	const offsetAt = (timeMs: number) => DateTime.fromMillis(timeMs, { zone }).offset;
	for (let day = Date.parse('2026-01-01'); day < Date.parse('2029-01-01'); day += DAY_MS) {
		let [before, after] = [day, day + DAY_MS];
		if (offsetAt(before) === offsetAt(after)) continue;
		while (after - before > MINUTE_MS) {
			const middle = before + Math.floor((after - before) / 2 / MINUTE_MS) * MINUTE_MS;
			if (offsetAt(middle) === offsetAt(before)) before = middle;
			else after = middle;
		}
		changes.push(after);
	}
	return changes;
}

/** Samoa skipped 30 December 2011. */
const SKIPPED_DAY = Date.parse('2011-12-30T10:00:00Z');
const changes = ZONES.flatMap((timezone) =>
	changesIn(timezone).map((changeMs) => ({ timezone, changeMs })),
);

/** Days around a change of the clocks, or any days. */
const places = fc.oneof(
	fc.constantFrom(...changes, { timezone: 'Pacific/Apia', changeMs: SKIPPED_DAY }),
	fc.record({
		timezone: fc.constantFrom(...ZONES),
		changeMs: fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2029-01-01') }),
	}),
);

const weeklySlots: fc.Arbitrary<WeeklySlot> = fc.record({
	weekday: fc.integer({ min: 1, max: 7 }),
	// Clocks change at night.
	hour: fc.oneof(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 23 })),
	minute: fc.oneof(fc.constantFrom(0, 15, 30, 45), fc.integer({ min: 0, max: 59 })),
});

/** Reads a clock in the zone minute by minute. Returns when it first shows each slot on each day. */
function lookAtTheClock({ slots, timezone, daysAhead }: Timetable, fromMs: number): number[] {
	// Days of the calendar: a day that a zone skips counts, too.
	const lastDay = DateTime.fromMillis(fromMs, { zone: timezone })
		.setZone('utc', { keepLocalTime: true })
		.plus({ days: daysAhead })
		.toISODate();
	const names = new Set(slots.map((slot) => `${slot.weekday} ${slot.hour}:${slot.minute}`));
	const shown = new Map<string, number>();
	// The first occurrence of a time may have been shortly before.
	const beginMs = Math.floor(fromMs / MINUTE_MS) * MINUTE_MS - DAY_MS;
	const endMs = fromMs + (daysAhead + 2) * DAY_MS;
	let offsetMs = 0;
	for (let timeMs = beginMs; timeMs < endMs; timeMs += MINUTE_MS) {
		// Clocks change at full quarters of an hour.
		if (timeMs === beginMs || timeMs % (15 * MINUTE_MS) === 0) {
			offsetMs = DateTime.fromMillis(timeMs, { zone: timezone }).offset * MINUTE_MS;
		}
		const clock = new Date(timeMs + offsetMs);
		const day = clock.toISOString().slice(0, 10);
		const time = `${clock.getUTCHours()}:${clock.getUTCMinutes()}`;
		if (!names.has(`${clock.getUTCDay() || 7} ${time}`) || day > (lastDay ?? '')) continue;
		const name = `${day} ${time}`;
		if (!shown.has(name)) shown.set(name, timeMs);
	}
	return [...shown.values()].filter((timeMs) => timeMs >= fromMs);
}

it('each slot occurs once on each of its days, when clocks in the zone first show it', () => {
	const cases = fc.record({
		place: places,
		beforeMs: fc.integer({ min: 0, max: 2 * DAY_MS }),
		slots: fc.array(weeklySlots, { minLength: 1, maxLength: 12 }),
		daysAhead: fc.integer({ min: 1, max: 4 }),
	});
	fc.assert(
		fc.property(cases, ({ place: { timezone, changeMs }, beforeMs, slots, daysAhead }) => {
			const timetable = { slots, timezone, daysAhead };
			const fromMs = changeMs - beforeMs;
			expect([...slotTimes(timetable, fromMs)]).toEqual(lookAtTheClock(timetable, fromMs));
		}),
		{ numRuns: 150, seed: 20261122 },
	);
});

const everyDayAt = (hour: number, minute = 0): WeeklySlot[] =>
	[1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, hour, minute }));
const timesOf = (timetable: Timetable, from: string) =>
	[...slotTimes(timetable, Date.parse(from))].map((timeMs) => new Date(timeMs).toISOString());

describe('in Berlin', () => {
	const timezone = 'Europe/Berlin';

	it('a slot that the clocks skip is left out', () => {
		const timetable = { slots: everyDayAt(2, 30), timezone, daysAhead: 2 };
		expect(timesOf(timetable, '2027-03-27T00:00:00Z')).toEqual([
			'2027-03-27T01:30:00.000Z',
			'2027-03-29T00:30:00.000Z',
		]);
	});

	it('a slot in an hour that occurs twice counts the first time only', () => {
		const timetable = { slots: everyDayAt(2, 30), timezone, daysAhead: 1 };
		expect(timesOf(timetable, '2027-10-30T12:00:00Z')).toEqual(['2027-10-31T00:30:00.000Z']);
		expect(timesOf({ ...timetable, daysAhead: 0 }, '2027-10-31T01:10:00Z')).toEqual([]);
	});

	it('a slot is at the same time of day in winter and in summer', () => {
		const timetable = { slots: everyDayAt(9), timezone, daysAhead: 1 };
		expect(timesOf(timetable, '2027-03-27T00:00:00Z')).toEqual([
			'2027-03-27T08:00:00.000Z',
			'2027-03-28T07:00:00.000Z',
		]);
	});
});

it('a slot on a day that the zone skips is left out', () => {
	const timetable = { slots: everyDayAt(9), timezone: 'Pacific/Apia', daysAhead: 2 };
	expect(timesOf(timetable, '2011-12-29T12:00:00Z')).toEqual([
		'2011-12-29T19:00:00.000Z',
		'2011-12-30T19:00:00.000Z',
	]);
});

it('lastDayOf returns the last day in the time zone of the timetable', () => {
	const timetable = { slots: everyDayAt(9), timezone: 'Asia/Tokyo', daysAhead: 60 };
	expect(lastDayOf(timetable, Date.parse('2026-12-31T20:00:00Z'))).toBe('2 March 2027');
});
