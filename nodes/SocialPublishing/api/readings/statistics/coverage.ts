// reading(coverage of statistics): counts of days
/** Names of counts that cover all days of a window. */
const ALL_DAYS = new Set(['days', 'total_days', 'requested_days']);
/** Names of counts of some of the days of a window. */
const SOME_DAYS = new Set([
	'recorded_days',
	'covered_days',
	'known_days',
	'missing_days',
	'unknown_days',
	'unrecorded_days',
	'empty_days',
]);

/**
 * Whether a field of the coverage counts days of its window, in every window: only then does it add up. A field such as
 * `retention_days` describes something else, and so does a count that does not fit its window.
 */
export function isWindowCount(
	name: string,
	values: Array<{ days: number | undefined; value: unknown }>,
): boolean {
	if (!ALL_DAYS.has(name) && !SOME_DAYS.has(name)) return false;
	return values.every(({ days, value }) => {
		if (days === undefined || !Number.isInteger(value)) return false;
		const count = Number(value);
		return ALL_DAYS.has(name) ? count === days : count >= 0 && count <= days;
	});
}
