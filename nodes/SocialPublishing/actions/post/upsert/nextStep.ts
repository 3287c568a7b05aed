/** What a row of a table wants its post to be. */
export type WantedStatus = 'draft' | 'scheduled' | 'published' | 'absent';

/** The parts of a post that are compared. */
export type Aspect = 'text' | 'destinations' | 'media';

/** What a post consists of on each of its accounts, in a form that can be compared. */
export type Shape = Record<Aspect, Map<string, string>>;

/**
 * The stage of a post.
 * - `none`: there is none
 * - `draft`: also one that was cancelled
 * - `out`: published on all accounts, or on its way
 * - `locked`: partly out, uncertain, failed, or in a state that is not known
 */
export type Stage = 'none' | 'draft' | 'scheduled' | 'out' | 'locked';

/** A post, compared with what is wanted. */
export interface Situation {
	stage: Stage;
	/** The parts of its content that are not as wanted. */
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

/** What an item puts out as `action`. */
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

/** What an item lists as `changed`. */
export type Change = Aspect | 'scheduled_at' | 'status';

/** The next command on the way to what is wanted. Pure. */
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

/** What a command makes of a situation. */
const EFFECTS: Record<Step, (before: Situation) => Situation> = {
	create: () => ({ stage: 'draft', differs: [], isOnTime: false }),
	update: (before) => ({ ...before, differs: [] }),
	reschedule: (before) => ({ ...before, isOnTime: true }),
	schedule: (before) => ({ ...before, stage: 'scheduled', isOnTime: true }),
	cancel: (before) => ({ ...before, stage: 'draft' }),
	publish: (before) => ({ ...before, stage: 'out' }),
	delete: (before) => ({ ...before, stage: 'none' }),
};

/** All commands on the way to what is wanted, in their order. Pure. */
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

const CHANGES: Partial<Record<Step, Change[]>> = {
	reschedule: ['scheduled_at'],
	schedule: ['scheduled_at', 'status'],
	cancel: ['scheduled_at', 'status'],
	publish: ['status'],
	delete: ['status'],
};

/** What the commands amount to. Pure. */
export function describePlan(
	steps: Step[],
	{ differs }: Situation,
): { action: Action; changed: Change[] } {
	if (steps.includes('create')) return { action: 'created', changed: [] };
	const last = steps.at(-1);
	const content = steps.includes('update') ? differs : [];
	const changed = [...content, ...steps.flatMap((step) => CHANGES[step] ?? [])];
	return { action: last === undefined ? 'unchanged' : ACTIONS[last], changed };
}
