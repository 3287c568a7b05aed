import { Scan } from '../../../../nodes/SocialPublishing/trigger/poll/scan';

const HOUR_MS = 60 * 60 * 1_000;

function records(...createdMs: Array<number | undefined>) {
	return createdMs.map((ms, index) => ({ digest: `${ms ?? index}`, createdMs: ms }));
}

/** A scan whose list was complete at time 0, and had this order. */
function scanAfter(...createdMs: Array<number | undefined>): Scan {
	const scan = new Scan();
	scan.addPage(records(...createdMs));
	scan.end(true, [], 0);
	return scan;
}

describe('a scan ends early', () => {
	it.each<[string, boolean, () => Scan, Array<number | undefined>, string[], number]>([
		['what follows is older', true, () => scanAfter(9, 5, 1), [9, 5], ['9'], 0],
		['nothing is known of the order', false, () => new Scan(), [9, 5], ['9'], 0],
		['the last complete list was in no order', false, () => scanAfter(5, 9), [9, 5], ['9'], 0],
		['the last complete list told no times', false, () => scanAfter(undefined), [9, 5], ['9'], 0],
		['this list is in no order', false, () => scanAfter(9, 5, 1), [5, 9, 5], ['9'], 0],
		['records have the same time', true, () => scanAfter(9, 9, 1), [9, 5, 5], ['9'], 0],
		[
			'one of them is not older than what is watched',
			false,
			() => scanAfter(9, 5),
			[9, 6],
			['9'],
			0,
		],
		['a watched record has not been seen', false, () => scanAfter(9, 5), [9, 5], ['9', '1'], 0],
		['the page is empty', false, () => scanAfter(9, 5), [], [], 0],
		[
			'the last complete list is not too long ago',
			true,
			() => scanAfter(9, 5),
			[5],
			[],
			6 * HOUR_MS - 1,
		],
		['the whole list has to be read again', false, () => scanAfter(9, 5), [5], [], 6 * HOUR_MS],
	])('%s: %s', (_when, expected, begin, createdMs, watched, nowMs) => {
		const scan = begin();
		const page = records(...createdMs);
		scan.addPage(page);
		expect(scan.canEndEarly(page, watched, 6, nowMs)).toBe(expected);
	});
});

describe('a record that is missing', () => {
	const scans = (scan: Scan, count: number, isComplete = true) =>
		Array.from({ length: count }, () => scan.end(isComplete, ['a'], 0)).flat();

	it('from ten complete lists is gone', () => {
		const scan = new Scan();
		expect(scans(scan, 9)).toEqual([]);
		expect(scans(scan, 5, false)).toEqual([]);
		expect(scans(scan, 1)).toEqual(['a']);
		expect(scans(scan, 9)).toEqual([]);
	});

	it('is not gone if it comes again', () => {
		const scan = new Scan();
		scans(scan, 9);
		scan.addPage([{ digest: 'a', createdMs: 1 }]);
		expect(scans(scan, 1)).toEqual([]);
		expect(scans(scan, 9)).toEqual([]);
		expect(scans(scan, 1)).toEqual(['a']);
	});
});

it('begins again at its end', () => {
	const scan = scanAfter(9, 5);
	scan.cursor = 'next';
	scan.expired.add('5');
	scan.addPage(records(1, 9));
	scan.end(false, [], 0);
	expect([scan.cursor, scan.expired.size]).toEqual([undefined, 0]);
	const page = records(9, 5);
	scan.addPage(page);
	expect(scan.canEndEarly(page, ['9'], 6, 0)).toBe(true);
	expect(scan.canEndEarly(page, ['1'], 6, 0)).toBe(false);
});
