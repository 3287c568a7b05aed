import {
	FINAL_DELIVERY_CODES,
	WAITING,
} from '../../../../nodes/SocialPublishing/trigger/poll/comparePost';
import {
	recordStatus,
	type StatusHistory,
} from '../../../../nodes/SocialPublishing/trigger/poll/snapshot';

/** Records these statuses, each of which ends a delivery. Returns the count of each and the resulting history. */
function recordAll(known: StatusHistory | undefined, ...statuses: string[]) {
	let history = known;
	const counts = statuses.map((status) => {
		const waiting = recordStatus(history, WAITING, FINAL_DELIVERY_CODES);
		const ended = recordStatus(waiting.history, status, FINAL_DELIVERY_CODES);
		history = ended.history;
		return ended.count;
	});
	return { counts, history: history ?? '' };
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

it('a status history counts a thousand equal outcomes in at most 41 characters', () => {
	const { counts, history } = recordAll(undefined, ...upTo(1_000).map(() => 'f'));
	expect(counts).toEqual(upTo(1_000));
	expect(history.length).toBeLessThanOrEqual(41);
});

it('a status history counts each status, and all final statuses together', () => {
	const { counts, history } = recordAll(
		undefined,
		...upTo(500)
			.map(() => ['p', 'f', 'b', 'r'])
			.flat(),
	);
	expect(counts).toEqual(upTo(500).flatMap((count) => [count, count, count, count]));
	expect(history.length).toBeLessThanOrEqual(41);
	expect(recordStatus(history, undefined, FINAL_DELIVERY_CODES)).toEqual({
		history,
		hasChanged: false,
		isReopened: false,
		count: 500,
		finalCount: 2_000,
	});
});
