/**
 * What is remembered of a status: the final statuses seen so far, oldest first, and behind them the current status if
 * that is not final. One letter each. A delivery that failed, was retried and is under way again reads `fw`. What has been
 * seen several times is counted: `jef` is 40 times `f` (see `DIGITS`).
 */
export type Trail = string;

/** The digits of a count, 0 to 9, as letters that stand for no status: a stored trail consists of letters only. */
const DIGITS = 'eghijkmnoq';
const COUNTED_STATUS = new RegExp(`([${DIGITS}]*)([^${DIGITS}])`, 'g');

export interface Step {
	trail: Trail;
	hasChanged: boolean;
	/** How many times the current status has been seen, this time included. */
	count: number;
	/** How many times a final status has been seen, this time included. */
	endings: number;
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
	const trail = isSame ? (known ?? '') : append(past ?? '', current);
	const counts = countsIn(trail);
	return {
		trail,
		hasChanged: !isSame,
		count: counts.get(trail.at(-1) ?? '') ?? 0,
		endings: [...finals].reduce((sum, status) => sum + (counts.get(status) ?? 0), 0),
	};
}

/** Whether the current status is one of these. */
export function endsIn(trail: Trail, statuses: string): boolean {
	return statuses.includes(trail.at(-1) ?? '-');
}

function append(past: Trail, current: string): Trail {
	const counted = [...countsIn(past)].map(([status, count]) =>
		count === 1 ? status : `${toLetters(count)}${status}`,
	);
	return `${counted.join('')}${current}`;
}

function countsIn(trail: Trail): Map<string, number> {
	const counts = new Map<string, number>();
	for (const [, letters = '', status = ''] of trail.matchAll(COUNTED_STATUS)) {
		counts.set(status, (counts.get(status) ?? 0) + (letters === '' ? 1 : toCount(letters)));
	}
	return counts;
}

function toLetters(count: number): string {
	return String(count).replace(/\d/g, (digit) => DIGITS.charAt(Number(digit)));
}

function toCount(letters: string): number {
	return [...letters].reduce((count, letter) => count * 10 + DIGITS.indexOf(letter), 0);
}
