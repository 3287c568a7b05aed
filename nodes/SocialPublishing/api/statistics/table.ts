import type { IDataObject } from 'n8n-workflow';

import { groupBy } from '../../shared/maps';
import { firstText } from '../../shared/json';
import type { AccountDirectory } from '../accountDirectory';
import type { Figure, Reading } from '../readings/statistics/figures';
import { isMomentField, LAST_KNOWN } from '../readings/statistics/words';
import { subjectKey, type Subject } from '../readings/statistics/subject';

/**
 * One row for each account or post: the newest value of each metric, the change over each series, then the other facts that
 * the service states: times, coverage, errors. Those without figures come last. Undefined if the figures contradict each
 * other. Pure.
 */
export function toSummary(reading: Reading, accounts: AccountDirectory): IDataObject[] | undefined {
	const rows: IDataObject[] = [];
	for (const { subject, figures, facts } of bySubject(reading)) {
		const row: IDataObject = {};
		const metrics = byMetric(figures);
		for (const metric of metrics) {
			const newest = readNewest(metric);
			if (newest === undefined) return undefined;
			row[metric.name] = newest.value;
			const changeName = `${metric.name}_change`;
			// The service's own figure of this name takes precedence.
			const isFree = metrics.every(({ name }) => name !== changeName);
			if (newest.change !== undefined && isFree) row[changeName] = newest.change;
		}
		rows.push(withFacts({ ...describeSubject(subject, accounts), ...row }, facts));
	}
	// Without any figure, the record may have a form that cannot be read.
	if (rows.length === 0) return rows;
	const others = unrecorded(reading).map(({ subject, facts }) =>
		withFacts(describeSubject(subject, accounts), facts),
	);
	return [...rows, ...others];
}

/**
 * One row for each day, account or post, and metric. If no figure is that of a day, one row for each metric, with the day
 * on which it was recorded, or null if unknown. Undefined if the figures contradict each other. Pure.
 */
export function toDays(reading: Reading, accounts: AccountDirectory): IDataObject[] | undefined {
	const subjects = bySubject(reading).map(({ subject, figures }) => ({
		columns: describeSubject(subject, accounts),
		metrics: byMetric(figures),
	}));
	const all = subjects.flatMap(({ metrics }) => metrics);
	if (all.some((metric) => readNewest(metric) === undefined)) return undefined;
	const isByDay = all.some(({ series }) => series.length > 0);
	return subjects.flatMap(({ columns, metrics }) =>
		metrics.flatMap((metric) =>
			newestOfEachDay(isByDay ? metric.series : metric.current).map(({ moment, value }) => ({
				date: moment?.slice(0, 10) ?? null,
				...columns,
				metric: metric.name,
				value,
			})),
		),
	);
}

interface SubjectFigures {
	subject: Subject;
	figures: Figure[];
	facts: IDataObject;
}

/** The accounts, and the posts without any figure, about which the service states facts only. */
function unrecorded({ figures, facts }: Reading): SubjectFigures[] {
	const key = ({ post_id, account_id }: Subject) => subjectKey({ post_id, account_id });
	const recorded = new Set(
		figures.flatMap(({ subject }) => [key(subject), key({ post_id: subject.post_id })]),
	);
	const named = facts.filter(
		({ subject }) =>
			(subject.account_id ?? subject.post_id) !== undefined && !recorded.has(key(subject)),
	);
	return [...groupBy(named, ({ subject }) => key(subject)).values()].map((about) =>
		merge([], about),
	);
}

/** In the order in which the service names the subjects. */
function bySubject({ figures, facts }: Reading): SubjectFigures[] {
	const factsOf = groupBy(facts, ({ subject }) => subjectKey(subject));
	return [...groupBy(figures, ({ subject }) => subjectKey(subject))].map(([key, own]) =>
		merge(own, factsOf.get(key) ?? []),
	);
}

/** Of several facts with the same name, the latest time wins, otherwise the last one that is stated. */
function merge(figures: Figure[], about: Reading['facts']): SubjectFigures {
	const subjects = [...figures, ...about].map(({ subject }) => subject);
	const facts: IDataObject = {};
	for (const [name, value] of about.flatMap(({ fields }) => Object.entries(fields))) {
		const known = facts[name] ?? null;
		const isEarlier = isMomentField(name) && String(value) < String(known);
		if (known === null || (value !== null && !isEarlier)) facts[name] = value;
	}
	return { subject: Object.assign({}, ...subjects), figures, facts };
}

/** A row, and the facts that it does not contain yet. */
function withFacts(columns: IDataObject, facts: IDataObject): IDataObject {
	const others = Object.entries(facts).filter(
		([name]) => !(name in columns) && !IN_COLUMNS.has(name),
	);
	return { ...columns, ...Object.fromEntries(others) };
}

const IN_COLUMNS = new Set(['account', 'id', 'name', 'next_cursor', 'post']);

/** The subject of a row, with the name and the platform of its account if known. */
export function describeSubject(subject: Subject, accounts: AccountDirectory): IDataObject {
	const { post_id, destination_id, account_id, platform, brand_id, id } = subject;
	const account = accounts.get(firstText(account_id) ?? '');
	const isAboutAccount = account_id !== undefined;
	const shownPlatform = platform ?? account?.platform;
	return {
		...(post_id !== undefined && { post_id }),
		...(destination_id !== undefined && { destination_id }),
		...(isAboutAccount && { account_id, account_name: account?.name ?? null }),
		...((isAboutAccount || shownPlatform !== undefined) && { platform: shownPlatform ?? null }),
		...(brand_id !== undefined && { brand_id }),
		...(id !== undefined && { id }),
	};
}

/** The newest known value of each day. Pages that have shifted repeat records, and so their figures. */
function newestOfEachDay(inOrder: Figure[]): Figure[] {
	const days = groupBy(inOrder, ({ moment = '' }) => moment.slice(0, 10));
	return [...days.values()].flatMap((figures) => {
		const known = figures.filter(({ value }) => value !== null);
		return (known.length > 0 ? known : figures).slice(-1);
	});
}

/** The figures of one metric of one subject. */
interface Metric {
	name: string;
	/** By time, oldest first. */
	series: Figure[];
	/** Those that are not part of a series. */
	current: Figure[];
}

/**
 * Values belong to a series if each is that of a day, or if they are of several moments. Last-known values are of no moment
 * of the period.
 */
function byMetric(figures: Figure[]): Metric[] {
	return [...groupBy(figures, ({ metric }) => metric)].map(([name, own]) => {
		const moments = new Set(own.map(({ moment }) => moment));
		const isOfMoments = moments.size > 1 && !moments.has(undefined);
		const isInSeries = ({ isOfDay }: Figure) => !LAST_KNOWN.test(name) && (isOfDay || isOfMoments);
		const series = own.filter(isInSeries).sort((a, b) => compare(a.moment, b.moment));
		return { name, series, current: own.filter((figure) => !isInSeries(figure)) };
	});
}

/** The newest value, and the change over a series. */
interface Newest {
	value: number | null;
	change?: number | null;
}

/** The newest known value of a metric; undefined if its figures contradict each other. Pure. */
function readNewest({ series, current }: Metric): Newest | undefined {
	if (isContradictory(series) || isContradictory(current)) return undefined;
	const known = series.map(({ value }) => value).filter((value) => value !== null);
	const [first, last] = [known[0], known.at(-1)];
	const now = current.map(({ value }) => value).find((value) => value !== null);
	const value = now ?? last ?? null;
	if (series.length === 0) return { value };
	const isComparable = first !== undefined && last !== undefined && known.length > 1;
	// Removes the rounding errors of binary fractions.
	return { value, change: isComparable ? Number((last - first).toPrecision(12)) : null };
}

/** Different values at one moment belong to different metrics with the same name. */
function isContradictory(figures: Figure[]): boolean {
	const known = figures.filter(({ value }) => value !== null);
	return [...groupBy(known, ({ moment }) => moment ?? '').values()].some(
		(group) => new Set(group.map(({ value }) => value)).size > 1,
	);
}

/** Moments in the same format sort as text. */
function compare(a = '', b = ''): number {
	if (a === b) return 0;
	return a < b ? -1 : 1;
}
