/**
 * What is remembered of a status: the final statuses seen so far, oldest first, and behind them the current status if
 * that is not final. One character each. A delivery that failed, was retried and is under way again reads `fw`.
 */
export type Trail = string;

const LONGEST = 40;

export interface Step {
	trail: Trail;
	hasChanged: boolean;
	/** How many times the current status has been seen, this time included. */
	count: number;
}

/**
 * @param known undefined for what is seen for the first time
 * @param current undefined where it is not told, which changes nothing
 */
export function follow(
	known: Trail | undefined,
	current: string | undefined,
	finals: string,
): Step {
	const last = known?.at(-1);
	const isSame = current === undefined || current === last;
	const past = known === undefined || finals.includes(last ?? '') ? known : known.slice(0, -1);
	const trail = isSame ? (known ?? '') : `${past ?? ''}${current}`.slice(-LONGEST);
	const status = trail.at(-1) ?? '';
	return {
		trail,
		hasChanged: !isSame,
		count: trail.split(status).length - 1,
	};
}
