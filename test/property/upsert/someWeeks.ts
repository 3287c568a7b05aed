import fc from 'fast-check';

import type { HandStep } from '../posts/byHand';
import type { Disturbances } from '../posts/disturbedRun';
import { gapOf, lists } from '../posts/lists';
import { surroundingsStep } from '../posts/surroundings';
import { killOf, turns } from '../posts/turns';
import { services } from './services';
import {
	ROWS,
	type ChangeStep,
	type Day,
	type HostStep,
	type RunStep,
	type Wanted,
	type Weeks,
} from './weeks';

const row = fc.nat(ROWS - 1);
const wanted = fc.oneof(
	{ weight: 3, arbitrary: fc.constant<Wanted>('draft') },
	{ weight: 4, arbitrary: fc.constant<Wanted>('scheduled') },
	{ weight: 1, arbitrary: fc.constantFrom<Wanted[]>('published', 'absent') },
);
const point = fc.integer({ min: 1, max: 60 });

const byHand: fc.Arbitrary<HandStep> = fc.record({
	do: fc.constantFrom('edit', 'edit', 'edit', 'move', 'publish', 'schedule', 'cancel', 'delete'),
	post: row,
});

const change: fc.Arbitrary<ChangeStep> = fc.record({
	do: fc.constant('change' as const),
	row,
	to: fc.oneof(
		{ weight: 3, arbitrary: fc.constantFrom('draft', 'scheduled', 'absent', 'published') },
		{
			weight: 3,
			arbitrary: fc.constantFrom('text' as const, 'account', 'audience', 'picture', 'near', 'far'),
		},
		{ weight: 1, arbitrary: fc.constantFrom('noId' as const, 'failingAccount') },
	),
});

const surroundings = fc.oneof(
	{ weight: 3, arbitrary: surroundingsStep('rename', 'reconnect', 'grow', 'relocate') },
	{
		weight: 2,
		arbitrary: fc.record<HostStep>({ do: fc.constantFrom('hostDown', 'hostDown', 'hostUp') }),
	},
);

const byPeople: fc.Arbitrary<Day['byPeople'][number]> = fc.oneof(
	{ weight: 4, arbitrary: change },
	{ weight: 4, arbitrary: byHand },
	{ weight: 1, arbitrary: surroundings },
);

const lost: fc.Arbitrary<Disturbances['lost']> = fc.record({
	operation: fc.constantFrom(
		...['create_post', 'edit_post', 'delete_post', 'publish_post'],
		...['schedule_post', 'reschedule_post', 'cancel_post'],
	),
	when: fc.constantFrom('before', 'after'),
});
const twice = fc.constantFrom<Array<Disturbances['twice']>>('otherProcess', 'sameProcess');

type Trouble = Disturbances & Pick<RunStep, 'meanwhile'>;

const trouble: fc.Arbitrary<Trouble> = fc.oneof(
	{ weight: 12, arbitrary: fc.constant({}) },
	{ weight: 3, arbitrary: fc.record({ killAt: point }) },
	{ weight: 2, arbitrary: fc.record({ twice }) },
	{ weight: 1, arbitrary: fc.record({ twice: fc.constant('otherProcess'), turns }) },
	{ weight: 1, arbitrary: fc.record({ twice, killAt: point }) },
	{ weight: 2, arbitrary: fc.record({ lost }) },
	{ weight: 3, arbitrary: fc.record({ gap: gapOf(ROWS) }) },
	{ weight: 1, arbitrary: fc.record({ gap: gapOf(ROWS), twice }) },
	{ weight: 1, arbitrary: fc.record({ undoneCall: fc.integer({ min: 1, max: 20 }) }) },
	{ weight: 3, arbitrary: fc.record({ meanwhile: fc.record({ point, step: byHand }) }) },
);

const option = fc.oneof(
	{ weight: 10, arbitrary: fc.constant({}) },
	{ weight: 1, arbitrary: fc.constant({ option: 'show' as const }) },
	{ weight: 3, arbitrary: fc.constant({ option: 'guard' as const }) },
);

const onError = fc.oneof(
	fc.constant({}),
	fc.record({ onError: fc.constantFrom('continueRegularOutput', 'continueErrorOutput') }),
);

const place = fc.oneof(
	{ weight: 8, arbitrary: fc.constant({}) },
	{ weight: 2, arbitrary: fc.constant({ inLoop: true as const }) },
	{ weight: 1, arbitrary: fc.constant({ elsewhere: true as const }) },
);

const rows = fc.oneof(
	{ weight: 6, arbitrary: fc.shuffledSubarray([0, 1, 2], { minLength: 1 }) },
	{ weight: 1, arbitrary: fc.array(row, { minLength: 1, maxLength: 4, size: 'max' }) },
);

const run: fc.Arbitrary<RunStep> = fc
	.tuple(fc.record({ rows }), trouble, option, onError, place)
	.map(([what, ...how]) => how.reduce<RunStep>((step, more) => ({ ...step, ...more }), what));

const day: fc.Arbitrary<Day> = fc.record({
	hours: fc.constantFrom(0, 1, 1, 25, 170),
	byPeople: fc.array(byPeople, { maxLength: 3, size: 'max' }),
	run,
	isRetried: fc.boolean(),
});

/** n8n is killed, and two executions begin thirty hours later, maybe after some changes. */
const killThenTwo: fc.Arbitrary<Day[]> = fc
	.record({
		hours: fc.constantFrom(0, 1),
		rows,
		kill: killOf('create_post', 'create_post', 'edit_post', 'publish_post', 'schedule_post'),
		byPeople: fc.array(byPeople, { maxLength: 2, size: '-1' }),
		turns,
	})
	.map(({ hours, rows: chosen, kill, byPeople, turns: lengths }) => [
		{ hours, byPeople: [], run: { rows: chosen, ...kill }, isRetried: false },
		{
			...{ hours: 30, byPeople, isRetried: false },
			run: { rows: chosen, twice: 'otherProcess', turns: lengths },
		},
	]);

const days: fc.Arbitrary<Day[]> = fc
	.array(
		fc.oneof(
			{ weight: 8, arbitrary: day.map((each) => [each]) },
			{ weight: 1, arbitrary: killThenTwo },
		),
		{ minLength: 1, maxLength: 6, size: 'max' },
	)
	.map((parts) => parts.flat());

const ofRows = <T>(value: fc.Arbitrary<T>) =>
	fc.array(value, { minLength: ROWS, maxLength: ROWS, size: 'max' });

export const someWeeks: fc.Arbitrary<Weeks> = fc.record({
	lists,
	service: fc.constantFrom(...(Object.keys(services) as Array<keyof typeof services>)),
	hasHostileIds: fc.boolean(),
	wanted: ofRows(wanted),
	writesBack: ofRows(fc.constantFrom(true, true, false)),
	destinations: fc.constantFrom('accounts', 'names', 'json', 'brand'),
	pictures: fc.constantFrom('files', 'addresses'),
	whenLocked: fc.constantFrom('skip', 'fail'),
	waitForOutcome: fc.boolean(),
	days,
	pauseHours: fc.constantFrom(0, 60),
});
