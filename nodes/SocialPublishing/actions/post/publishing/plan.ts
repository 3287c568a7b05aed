/*
 * What the node does with a post, as pure tables: one for posts that are kept in sync with a row, one for items that are
 * posted once.
 */

/**
 * What an item asks for: a draft, a post that is published now or later, or one that is kept in sync with a row of a table.
 * The latter overwrites edits that somebody has made at the service.
 */
export type Wanted = 'draft' | 'public' | 'inSync';

/** The status that a row of a table wants for its post. */
export type WantedStatus = 'draft' | 'scheduled' | 'published' | 'absent';

/** The parts of a post that are compared. */
export type Aspect = 'text' | 'destinations' | 'media';

/** The content of a post on each of its accounts, in a form that can be compared. */
export type Shape = Record<Aspect, Map<string, string>>;

/**
 * The stage of a post.
 * - `none`: there is none
 * - `draft`: also one that was cancelled
 * - `out`: published on all accounts, or on its way
 * - `locked`: partly published, uncertain, failed, or in an unknown state
 */
export type Stage = 'none' | 'draft' | 'scheduled' | 'out' | 'locked';

/** A post, compared with the wanted one. */
export interface Situation {
	stage: Stage;
	/** The parts of its content that differ from the wanted ones. */
	differs: Aspect[];
	/** It is scheduled for the wanted time. */
	isOnTime: boolean;
}

/** The commands, in the order in which they are sent. */
export type Step =
	| 'create'
	| 'update'
	| 'reschedule'
	| 'schedule'
	| 'cancel'
	| 'publish'
	| 'delete';

/** The values of `action` in the output. */
export type Action =
	| 'created'
	| 'updated'
	| 'rescheduled'
	| 'scheduled'
	| 'unscheduled'
	| 'published'
	| 'deleted'
	| 'unchanged'
	| 'locked';

/** The values of `changed` in the output. */
type ChangedPart = Aspect | 'scheduled_at' | 'status';

/** The next command towards the wanted state. Pure. */
export function nextStep(
	{ stage, differs, isOnTime }: Situation,
	wanted: WantedStatus,
): Step | 'none' | 'locked' {
	if (stage === 'none') return wanted === 'absent' ? 'none' : 'create';
	if (stage === 'out' && differs.length === 0 && (wanted === 'scheduled' || wanted === 'published'))
		return 'none';
	if (stage === 'out' || stage === 'locked') return 'locked';
	if (wanted === 'absent') return 'delete';
	if (differs.length > 0) return 'update';
	if (wanted === 'published') return 'publish';
	if (stage === 'draft') return wanted === 'scheduled' ? 'schedule' : 'none';
	if (wanted === 'draft') return 'cancel';
	return isOnTime ? 'none' : 'reschedule';
}

/** The situation after a command. */
const EFFECTS: Record<Step, (before: Situation) => Situation> = {
	create: () => ({ stage: 'draft', differs: [], isOnTime: false }),
	update: (before) => ({ ...before, differs: [] }),
	reschedule: (before) => ({ ...before, isOnTime: true }),
	schedule: (before) => ({ ...before, stage: 'scheduled', isOnTime: true }),
	cancel: (before) => ({ ...before, stage: 'draft' }),
	publish: (before) => ({ ...before, stage: 'out' }),
	delete: (before) => ({ ...before, stage: 'none' }),
};

/** All commands towards the wanted state, in their order. Pure. */
export function planSteps(situation: Situation, wanted: WantedStatus): Step[] {
	const step = nextStep(situation, wanted);
	if (step === 'none' || step === 'locked') return [];
	return [step, ...planSteps(EFFECTS[step](situation), wanted)];
}

const ACTIONS: Record<Step, Action> = {
	create: 'created',
	update: 'updated',
	reschedule: 'rescheduled',
	schedule: 'scheduled',
	cancel: 'unscheduled',
	publish: 'published',
	delete: 'deleted',
};

const CHANGES: Partial<Record<Step, ChangedPart[]>> = {
	reschedule: ['scheduled_at'],
	schedule: ['scheduled_at', 'status'],
	cancel: ['scheduled_at', 'status'],
	publish: ['status'],
	delete: ['status'],
};

/** The `action` and `changed` of these commands. Pure. */
export function describePlan(
	steps: Step[],
	{ differs }: Situation,
): { action: Action; changed: ChangedPart[] } {
	if (steps.includes('create')) return { action: 'created', changed: [] };
	const last = steps.at(-1);
	const content = steps.includes('update') ? differs : [];
	const changed = [...content, ...steps.flatMap((step) => CHANGES[step] ?? [])];
	return { action: last === undefined ? 'unchanged' : ACTIONS[last], changed };
}

/**
 * An item whose post an earlier run or attempt has created without completing the item, and what people have done since. The
 * comparison is missing if the post can no longer be changed.
 */
export interface Interrupted {
	/** Whether the command that the item asks for can apply to the post. */
	canContinue: boolean;
	compared?: {
		/** The post was last sent for the item as it is now. */
		isItemAsSent: boolean;
		/** The post has a content that was sent for the item. */
		isPostAsSent: boolean;
		/** The post has the texts and accounts of the item as it is now. */
		isPostAsWanted: boolean;
	};
}

/**
 * - `continue`: with the post as it is now, including corrections that somebody has made
 * - `update`: the post to the item first
 * - `changedTwice`: both have changed, so nothing is sent
 * - `impossible`: the post is in a state from which the command cannot be sent
 */
export type Continuation = 'continue' | 'update' | 'changedTwice' | 'impossible';

/** How the node goes on with an interrupted item. Pure. */
export function planContinuation({ canContinue, compared }: Interrupted): Continuation {
	if (!canContinue) return 'impossible';
	if (compared === undefined) return 'continue';
	const { isItemAsSent, isPostAsSent, isPostAsWanted } = compared;
	if (isPostAsSent) return isItemAsSent && isPostAsWanted ? 'continue' : 'update';
	return isItemAsSent || isPostAsWanted ? 'continue' : 'changedTwice';
}
