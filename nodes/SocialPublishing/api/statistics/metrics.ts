import { groupBy } from '../../shared/maps';
import type { Figure } from '../readings/statistics/figures';

/** The figures of one metric of one subject. */
interface Metric {
	name: string;
	/** By time, oldest first. */
	series: Figure[];
	/** Those that are not part of a series. */
	current: Figure[];
}

export function sortByMetric(figures: Figure[]): Metric[] {
	return [...groupBy(figures, ({ metric }) => metric)].map(([name, own]) => toMetric(name, own));
}

export function isOverTime({ series }: Metric): boolean {
	return series.length > 0;
}

/** The newest value, and the change over a series. */
interface Newest {
	value: number | null;
	change?: number | null;
}

/** The newest known value of a metric; undefined if its figures contradict each other. Pure. */
export function readNewest({ series, current }: Metric): Newest | undefined {
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

/** Values belong to a series if each is that of a day, or if they are of several moments. */
function toMetric(name: string, figures: Figure[]): Metric {
	const moments = new Set(figures.map(({ moment }) => moment));
	const isOfMoments = moments.size > 1 && !moments.has(undefined);
	const isInSeries = ({ isLastKnown, isOfDay }: Figure) => !isLastKnown && (isOfDay || isOfMoments);
	const series = figures.filter(isInSeries).sort((a, b) => compare(a.moment, b.moment));
	return { name, series, current: figures.filter((figure) => !isInSeries(figure)) };
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
