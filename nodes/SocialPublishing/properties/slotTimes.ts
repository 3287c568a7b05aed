import { DateTime } from '../vendor/libraries';
import { dayAt } from './dateTime';

/** A time of day on a weekday, in the time zone of its timetable. */
export interface WeeklySlot {
	/** 1 is Monday, 7 is Sunday. */
	weekday: number;
	hour: number;
	minute: number;
}

/** When posts go out, week after week. */
export interface Timetable {
	slots: WeeklySlot[];
	/** IANA name. */
	timezone: string;
	/** The number of days after today to search. */
	daysAhead: number;
}

/**
 * The slots of a timetable from a time on, up to its last day, in order, in milliseconds since 1970. A time that the clocks
 * skip is left out. Of a time that occurs twice, the first occurrence counts. Pure.
 */
export function* slotTimes(timetable: Timetable, fromMs: number): Generator<number> {
	const { slots, timezone, daysAhead } = timetable;
	const inOrder = [...slots].sort((a, b) => a.hour - b.hour || a.minute - b.minute);
	const today = dayAt(fromMs, timezone);
	let latestMs = fromMs - 1;
	for (let day = 0; day <= daysAhead; day++) {
		const date = today.plus({ days: day });
		for (const slot of inOrder.filter(({ weekday }) => weekday === date.weekday)) {
			const timeMs = instantOf(date, slot, timezone);
			if (timeMs === undefined || timeMs <= latestMs) continue;
			yield timeMs;
			latestMs = timeMs;
		}
	}
}

/** The last day that is searched for slots, as text: "24 December 2026". */
export function lastDayOf({ timezone, daysAhead }: Timetable, fromMs: number): string {
	return dayAt(fromMs, timezone).plus({ days: daysAhead }).toFormat('d LLLL yyyy');
}

/** Luxon shifts a local time that the clocks skip to one that exists. */
function instantOf(
	{ year, month, day }: DateTime,
	{ hour, minute }: WeeklySlot,
	timezone: string,
): number | undefined {
	const time = DateTime.fromObject({ year, month, day, hour, minute }, { zone: timezone });
	const exists = time.day === day && time.hour === hour && time.minute === minute;
	if (!exists) return undefined;
	return (time.getPossibleOffsets()[0] ?? time).toMillis();
}

const MINUTE_MS = 60_000;

/** A slot is a minute: services may keep a time without its seconds. */
export function isSameSlot(oneMs: number, otherMs: number): boolean {
	return slotOf(oneMs) === slotOf(otherMs);
}

/** Minutes since 1970. */
export function slotOf(timeMs: number): number {
	return Math.floor(timeMs / MINUTE_MS);
}
