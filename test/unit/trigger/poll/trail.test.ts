import {
	DELIVERY_CODES,
	FINAL_DELIVERY_CODES,
	POST_CODES,
	WAITING,
} from '../../../../nodes/SocialPublishing/trigger/poll/knownPost';
import { follow, type Trail } from '../../../../nodes/SocialPublishing/trigger/poll/trail';
import {
	decodeState,
	emptyState,
	encodeState,
} from '../../../../nodes/SocialPublishing/trigger/poll/watchState';

/** Follows these statuses, each of which ends a delivery that was under way. Returns each count and the last trail. */
function followAll(known: Trail | undefined, ...statuses: string[]) {
	let trail = known;
	const counts = statuses.map((status) => {
		const waiting = follow(trail, WAITING, FINAL_DELIVERY_CODES);
		const ended = follow(waiting.trail, status, FINAL_DELIVERY_CODES);
		trail = ended.trail;
		return ended.count;
	});
	return { counts, trail: trail ?? '' };
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

it('tells a thousand equal outcomes apart in at most 41 characters', () => {
	const { counts, trail } = followAll(undefined, ...upTo(1_000).map(() => 'f'));
	expect(counts).toEqual(upTo(1_000));
	expect(trail.length).toBeLessThanOrEqual(41);
});

it('counts each status by itself, and all endings together', () => {
	const { counts, trail } = followAll(
		undefined,
		...upTo(500)
			.map(() => ['p', 'f', 'b', 'r'])
			.flat(),
	);
	expect(counts).toEqual(upTo(500).flatMap((count) => [count, count, count, count]));
	expect(trail.length).toBeLessThanOrEqual(41);
	expect(follow(trail, undefined, FINAL_DELIVERY_CODES)).toEqual({
		trail,
		hasChanged: false,
		count: 500,
		endings: 2_000,
	});
});

it('keeps a long trail in the stored state', () => {
	const { trail } = followAll(undefined, ...upTo(100).map(() => 'f'));
	const state = { ...emptyState('scope'), accounts: new Map([['AAAAAAAA', trail]]) };
	const stored: unknown = JSON.parse(JSON.stringify(encodeState(state)));
	expect(decodeState(stored, 'scope')?.accounts?.get('AAAAAAAA')).toBe(trail);
});

it.each([...POST_CODES.values(), ...DELIVERY_CODES.values(), WAITING, 'r', 'l', 'c'])(
	'does not take the status %s for a count',
	(status) => {
		const { trail } = followAll(undefined, ...upTo(50).map(() => 'f'));
		expect(follow(trail, status, `${FINAL_DELIVERY_CODES}${status}`).trail.at(-1)).toBe(status);
		expect(follow(`ggg${status}`, undefined, status).count).toBe(111);
	},
);
