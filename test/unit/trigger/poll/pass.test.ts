import { Pass } from '../../../../nodes/SocialPublishing/trigger/poll/pass';

const HOUR_MS = 60 * 60 * 1_000;

function records(...createdMs: Array<number | undefined>) {
	return createdMs.map((ms, index) => ({ digest: `${ms ?? index}`, createdMs: ms }));
}

/** A pass whose list was complete at time 0, and had this order. */
function passAfter(...createdMs: Array<number | undefined>): Pass {
	const pass = new Pass();
	pass.note(records(...createdMs));
	pass.end(true, [], 0);
	return pass;
}

describe('a pass ends early', () => {
	it.each<[string, boolean, () => Pass, Array<number | undefined>, string[], number]>([
		['what follows is older', true, () => passAfter(9, 5, 1), [9, 5], ['9'], 0],
		['nothing is known of the order', false, () => new Pass(), [9, 5], ['9'], 0],
		['the last complete list was in no order', false, () => passAfter(5, 9), [9, 5], ['9'], 0],
		['the last complete list told no times', false, () => passAfter(undefined), [9, 5], ['9'], 0],
		['this list is in no order', false, () => passAfter(9, 5, 1), [5, 9, 5], ['9'], 0],
		['records have the same time', true, () => passAfter(9, 9, 1), [9, 5, 5], ['9'], 0],
		[
			'one of them is not older than what is watched',
			false,
			() => passAfter(9, 5),
			[9, 6],
			['9'],
			0,
		],
		['a watched record has not been seen', false, () => passAfter(9, 5), [9, 5], ['9', '1'], 0],
		['the page is empty', false, () => passAfter(9, 5), [], [], 0],
		[
			'the last complete list is not too long ago',
			true,
			() => passAfter(9, 5),
			[5],
			[],
			6 * HOUR_MS - 1,
		],
		['the whole list has to be read again', false, () => passAfter(9, 5), [5], [], 6 * HOUR_MS],
	])('%s: %s', (_when, expected, begin, createdMs, watched, nowMs) => {
		const pass = begin();
		const page = records(...createdMs);
		pass.note(page);
		expect(pass.canEnd(page, watched, 6, nowMs)).toBe(expected);
	});
});

describe('a record that is missing', () => {
	const passes = (pass: Pass, count: number, isComplete = true) =>
		Array.from({ length: count }, () => pass.end(isComplete, ['a'], 0)).flat();

	it('from ten complete lists is gone', () => {
		const pass = new Pass();
		expect(passes(pass, 9)).toEqual([]);
		expect(passes(pass, 5, false)).toEqual([]);
		expect(passes(pass, 1)).toEqual(['a']);
		expect(passes(pass, 9)).toEqual([]);
	});

	it('is not gone if it comes again', () => {
		const pass = new Pass();
		passes(pass, 9);
		pass.note([{ digest: 'a', createdMs: 1 }]);
		expect(passes(pass, 1)).toEqual([]);
		expect(passes(pass, 9)).toEqual([]);
		expect(passes(pass, 1)).toEqual(['a']);
	});
});

it('begins again at its end', () => {
	const pass = passAfter(9, 5);
	pass.cursor = 'next';
	pass.forgettable.add('5');
	pass.note(records(1, 9));
	pass.end(false, [], 0);
	expect([pass.cursor, pass.forgettable.size]).toEqual([undefined, 0]);
	const page = records(9, 5);
	pass.note(page);
	expect(pass.canEnd(page, ['9'], 6, 0)).toBe(true);
	expect(pass.canEnd(page, ['1'], 6, 0)).toBe(false);
});
