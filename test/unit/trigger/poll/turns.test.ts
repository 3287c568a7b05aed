import { Pass } from '../../../../nodes/SocialPublishing/trigger/poll/pass';
import {
	compareRead,
	needsReading,
} from '../../../../nodes/SocialPublishing/trigger/poll/untoldPost';

it('a record has its turn again when all others have had theirs', () => {
	const pass = new Pass();
	const { waiting } = pass.turns;
	expect([waiting.take('a', true), waiting.take('b', false)]).toEqual([true, false]);
	pass.end(false, [], 0);
	expect([waiting.take('a', true), waiting.take('b', true)]).toEqual([false, true]);
	pass.end(false, [], 0);
	expect(waiting.take('a', true)).toBe(true);
});

it('a record has a turn in every round in which all have theirs', () => {
	const pass = new Pass();
	for (let round = 0; round < 3; round++) {
		expect(pass.turns.other.take('a', true)).toBe(true);
		expect(pass.turns.other.take('a', true)).toBe(false);
		pass.end(false, [], 0);
	}
});

it.each([
	['whose revision counts edits alone', { revision: 3 }, true],
	['that tells when it was last changed', { updated_at: '2026-11-22T10:00:00Z' }, false],
])('a failed post %s is read again: %j', (_name, facts, expected) => {
	const entry = { status: 'partial', ...facts };
	const post = { ...entry, destinations: [{ id: 'delivery', status: 'failed' }] };
	const { known } = compareRead('post', entry, post, undefined, 0);
	expect(needsReading(entry, known)).toBe(expected);
});
