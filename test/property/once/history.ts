import fc from 'fast-check';

import { postDialects } from '../../unit/support/postDialects';
import type { HandStep } from '../posts/byHand';
import type { Disturbances } from '../posts/disturbedRun';
import { gapOf, lists, type Lists } from '../posts/lists';
import { surroundingsStep, type SurroundingsStep } from '../posts/surroundings';
import { killOf, turns } from '../posts/turns';

/** What is to become of each item: the value of When to Publish. */
export type Asked = 'draft' | 'schedule' | 'publish';

/** n8n runs the node. */
export interface RunStep extends Disturbances {
	do: 'run';
	/** The item of each input item; one may come twice. */
	items: number[];
	ask: Asked;
	/** Default: stop the workflow. */
	onError?: 'continueRegularOutput' | 'continueErrorOutput' | undefined;
	/** The node is in a Loop Over Items. */
	inLoop?: true | undefined;
}

/** A Retry in n8n's list of executions, of the last run if that has failed. */
interface RetryStep {
	do: 'retry';
}

interface WaitStep {
	do: 'wait';
	hours: number;
}

/** Somebody corrects an item in the workflow. */
export interface CorrectionStep {
	do: 'correct';
	item: number;
	what: 'text' | 'account' | 'picture';
}

/** Somebody chooses the other workspace in the node, where items have other accounts. */
interface SwitchStep {
	do: 'switchWorkspace';
}

export type Step =
	| RunStep
	| RetryStep
	| WaitStep
	| CorrectionStep
	| SwitchStep
	| SurroundingsStep
	| HandStep;

/** Some days of a workflow that posts each item once. */
export interface History {
	dialect: keyof typeof postDialects;
	lists: Lists;
	/** What the items state of their accounts. */
	accountsBy: 'id' | 'name';
	steps: Step[];
	/** What the quiet runs ask for that end it. */
	finally: Asked;
}

/** How many different items there are. */
export const ITEMS = 3;

const item = fc.nat(ITEMS - 1);
const asked = fc.constantFrom<Asked[]>('publish', 'publish', 'draft', 'schedule');

const seldom = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 3 });
const often = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 1 });

const run: fc.Arbitrary<RunStep> = fc
	.record({
		do: fc.constant('run' as const),
		items: fc.array(item, { minLength: 1, maxLength: 5, size: '-1' }),
		ask: asked,
		onError: often(fc.constantFrom('continueRegularOutput', 'continueErrorOutput')),
		inLoop: often(fc.constant(true as const)),
		twice: seldom(fc.constant('otherProcess' as const)),
		turns: often(turns),
		killAt: often(fc.integer({ min: 1, max: 60 })),
		undoneCall: seldom(fc.integer({ min: 1, max: 20 })),
		gap: seldom(gapOf(ITEMS)),
		lost: seldom(
			fc.record({
				operation: fc.constantFrom('create_post', 'publish_post', 'schedule_post', 'edit_post'),
				when: fc.constantFrom('before', 'after'),
			}),
		),
	})
	.map(withoutUndefined);

/** A case that fails is printed without what does not matter. */
function withoutUndefined<T extends object>(record: T): T {
	const entries = Object.entries(record).filter(([, value]) => value !== undefined);
	return Object.fromEntries(entries) as T;
}

const kill = killOf('create_post', 'create_post', 'publish_post', 'schedule_post');

const correction: fc.Arbitrary<CorrectionStep> = fc.record({
	do: fc.constant('correct' as const),
	item,
	what: fc.constantFrom('text', 'text', 'account', 'picture'),
});

const byHand: fc.Arbitrary<HandStep> = fc.record({
	do: fc.constantFrom('edit', 'edit', 'move', 'publish', 'schedule', 'cancel', 'delete'),
	post: item,
});

const step: fc.Arbitrary<Step> = fc.oneof(
	{ weight: 5, arbitrary: run },
	{ weight: 1, arbitrary: fc.constant<RetryStep>({ do: 'retry' }) },
	{
		weight: 2,
		arbitrary: fc.record<WaitStep>({ do: fc.constant('wait'), hours: fc.constantFrom(1, 25) }),
	},
	{ weight: 3, arbitrary: correction },
	{ weight: 4, arbitrary: byHand },
	{ weight: 1, arbitrary: fc.constant<SwitchStep>({ do: 'switchWorkspace' }) },
	{ weight: 1, arbitrary: surroundingsStep('rename', 'reconnect', 'relocate') },
);

/** n8n is killed, and two executions begin thirty hours later, maybe after some corrections. */
const killThenTwo: fc.Arbitrary<Step[]> = fc
	.record({
		items: fc.array(item, { minLength: 1, maxLength: 3, size: '-1' }),
		ask: asked,
		kill,
		between: fc.array(fc.oneof(correction, byHand), { maxLength: 2, size: '-1' }),
		turns,
	})
	.map(({ items, ask, kill: killed, between, turns: lengths }) => [
		{ do: 'run', items, ask, ...killed },
		...between,
		{ do: 'wait', hours: 30 },
		{ do: 'run', items, ask, twice: 'otherProcess', turns: lengths },
	]);

const steps: fc.Arbitrary<Step[]> = fc
	.array(
		fc.oneof(
			{ weight: 12, arbitrary: step.map((each) => [each]) },
			{ weight: 1, arbitrary: killThenTwo },
		),
		{ minLength: 1, maxLength: 10, size: 'max' },
	)
	.map((parts) => parts.flat());

export const histories: fc.Arbitrary<History> = fc.record({
	dialect: fc.constantFrom(...(Object.keys(postDialects) as Array<keyof typeof postDialects>)),
	lists,
	accountsBy: fc.constantFrom('id', 'name'),
	steps,
	finally: asked,
});
