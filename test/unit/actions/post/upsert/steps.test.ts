import {
	describePlan,
	nextStep,
	planSteps,
	type Situation,
	type Stage,
	type WantedStatus,
} from '../../../../../nodes/SocialPublishing/actions/post/publishing/plan';

const situation = (stage: Stage, more: Partial<Situation> = {}): Situation => ({
	stage,
	differs: [],
	isOnTime: stage === 'scheduled',
	...more,
});
const edited = { differs: ['text' as const, 'media' as const] };
const moved = { isOnTime: false };

describe('the steps to the wanted state of a post', () => {
	it.each<[string, Situation, WantedStatus, string[], string, string[]]>([
		['no post', situation('none'), 'draft', ['create'], 'created', []],
		['no post', situation('none'), 'scheduled', ['create', 'schedule'], 'created', []],
		['no post', situation('none'), 'published', ['create', 'publish'], 'created', []],
		['no post', situation('none'), 'absent', [], 'unchanged', []],
		['a draft', situation('draft'), 'draft', [], 'unchanged', []],
		['a draft', situation('draft', edited), 'draft', ['update'], 'updated', ['text', 'media']],
		[
			'a draft',
			situation('draft'),
			'scheduled',
			['schedule'],
			'scheduled',
			['scheduled_at', 'status'],
		],
		[
			'another draft',
			situation('draft', edited),
			'scheduled',
			['update', 'schedule'],
			'scheduled',
			['text', 'media', 'scheduled_at', 'status'],
		],
		['a draft', situation('draft'), 'published', ['publish'], 'published', ['status']],
		['a draft', situation('draft', edited), 'absent', ['delete'], 'deleted', ['status']],
		['a schedule', situation('scheduled'), 'scheduled', [], 'unchanged', []],
		[
			'a schedule',
			situation('scheduled', moved),
			'scheduled',
			['reschedule'],
			'rescheduled',
			['scheduled_at'],
		],
		[
			'another schedule',
			situation('scheduled', { ...moved, ...edited }),
			'scheduled',
			['update', 'reschedule'],
			'rescheduled',
			['text', 'media', 'scheduled_at'],
		],
		[
			'a schedule',
			situation('scheduled'),
			'draft',
			['cancel'],
			'unscheduled',
			['scheduled_at', 'status'],
		],
		['a schedule', situation('scheduled'), 'published', ['publish'], 'published', ['status']],
		['a schedule', situation('scheduled', edited), 'absent', ['delete'], 'deleted', ['status']],
		['a post that is out', situation('out'), 'scheduled', [], 'unchanged', []],
		['a post that is out', situation('out'), 'published', [], 'unchanged', []],
	])(
		'are chosen from its current state: %s (case %#)',
		(_there, before, wanted, steps, action, changed) => {
			expect(planSteps(before, wanted)).toEqual(steps);
			expect(describePlan(steps as ReturnType<typeof planSteps>, before)).toEqual({
				action,
				changed,
			});
		},
	);

	it.each<[Situation, WantedStatus]>([
		[situation('out'), 'draft'],
		[situation('out'), 'absent'],
		[situation('out', edited), 'scheduled'],
		[situation('out', edited), 'published'],
		[situation('locked'), 'draft'],
		[situation('locked'), 'scheduled'],
		[situation('locked'), 'published'],
		[situation('locked'), 'absent'],
	])('are none for the locked state %j if the wanted status is %s', (before, wanted) => {
		expect(nextStep(before, wanted)).toBe('locked');
		expect(planSteps(before, wanted)).toEqual([]);
	});
});
