import { isRecord } from '../../nodes/SocialPublishing/shared/json';
import type { Expected, Side } from './expected';
import type { RecordedEvent } from './log';

/** A value that differs, or an event. */
export interface ChangedValue {
	/** Such as `run post:create: rounds[0][1][2].json.text`: in round 1, output 2, item 3. */
	place: string;
	before: unknown;
	after: unknown;
}

/** Where two records of a world part. What follows may differ because of that. */
export interface Difference {
	/** The number of the event, from 1. */
	nth: number;
	changed: ChangedValue[];
}

/** The first difference that is not expected. */
export function compare(
	before: RecordedEvent[],
	after: RecordedEvent[],
	expected: Expected[],
): Difference | undefined {
	const old = commonOf(before, 'before', expected);
	const now = commonOf(after, 'after', expected);
	const length = Math.max(old.length, now.length);
	for (let index = 0; index < length; index++) {
		const [one, other] = [old[index], now[index]];
		if (isSame(one, other)) continue;
		const nth = index + 1;
		if (one !== undefined && isSame(one, now[index + 1])) {
			return { nth, changed: [{ place: 'only after', before: undefined, after: other }] };
		}
		if (other !== undefined && isSame(other, old[index + 1])) {
			return { nth, changed: [{ place: 'only before', before: one, after: undefined }] };
		}
		return { nth, changed: changesOf(one, other) };
	}
	return undefined;
}

function commonOf(events: RecordedEvent[], side: Side, expected: Expected[]): RecordedEvent[] {
	return events.flatMap((event) => {
		let common: RecordedEvent | undefined = event;
		for (const each of expected) common &&= each.common(common, side);
		return common ?? [];
	});
}

function changesOf(before?: RecordedEvent, after?: RecordedEvent): ChangedValue[] {
	const [name, newName] = [before, after].map((event) => event && `${event.is} ${event.name}`);
	if (name !== newName) return [{ place: 'another event', before, after }];
	return changedValues(before?.value, after?.value).map((each) => ({
		...each,
		place: `${name}: ${each.place.replace(/^\./, '')}`,
	}));
}

function changedValues(before: unknown, after: unknown): ChangedValue[] {
	if (isSame(before, after)) return [];
	const areLists = Array.isArray(before) && Array.isArray(after);
	if (!areLists && !(isRecord(before) && isRecord(after))) return [{ place: '', before, after }];
	const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
	return [...new Set([...old.keys(), ...now.keys()])].flatMap((name) => {
		const step = areLists ? `[${name}]` : `.${name}`;
		const inner = changedValues(old.get(name), now.get(name));
		return inner.map((each) => ({ ...each, place: step + each.place }));
	});
}

/** As JSON: the order of fields counts. */
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** What a difference is about, whichever item it is. */
export function kindOf({ changed }: Difference): string {
	const [first] = changed;
	if (first === undefined) return 'the order of fields';
	const { place, before, after } = first;
	const events = [before, after].filter(isEvent).map(({ is, name }) => `${is} ${name}`);
	return [place.replaceAll(/\[\d+\]/g, '[]'), ...events].join(', ');
}

function isEvent(value: unknown): value is RecordedEvent {
	return isRecord(value) && 'is' in value && 'name' in value && 'value' in value;
}
