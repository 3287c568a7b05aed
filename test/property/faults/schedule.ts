import { setTimeout as sleep } from 'node:timers/promises';

import fc from 'fast-check';

import { dialects, type AccountOutcome, type FaultAction } from '../../service';
import { commands } from './commands';

/** Somebody else changes the post right before the request. */
interface OtherEditor {
	kind: 'otherEditor';
}

/** A fault that waits for its request. */
export interface PlannedFault {
	/** `main`: a command of the schedule; `read`: any GET. */
	target: 'main' | 'read' | 'any';
	/** Which of these requests it applies to first, from 1. */
	nth: number;
	/** How many of them in a row. */
	times: number;
	action: FaultAction | OtherEditor;
}

/** Everything that happens in one case. */
export interface Schedule {
	/** Index of the command. */
	command: number;
	dialect: keyof typeof dialects;
	outcome: AccountOutcome['status'];
	/** From the handover until the outcome; the longest one exceeds the time that the node waits. */
	outcomeDelayMs: number;
	items: number;
	/** How often the node runs in one execution. */
	rounds: number;
	/** Executions that run at the same time. */
	executions: number;
	idempotency: 'execution' | 'content' | 'custom';
	/** Tries of Retry On Fail. */
	tries: number;
	/** How often an execution that failed is retried. */
	retries: number;
	/** The time until an execution is retried. */
	pauseHours: number;
	continuesOnFail: boolean;
	faults: PlannedFault[];
}

export const LONGEST_OUTCOME_MS = 400_000;

const beforeOrAfter = fc.constantFrom('before', 'after');

const rateLimited = fc.constantFrom('7', '900', undefined).map(
	(retryAfter): FaultAction => ({
		kind: 'status',
		when: 'before',
		status: 429,
		code: 'rate_limited',
		...(retryAfter !== undefined && { headers: { 'Retry-After': retryAfter } }),
	}),
);

const action: fc.Arbitrary<PlannedFault['action']> = fc.oneof(
	beforeOrAfter.map((when): FaultAction => ({ kind: 'drop', when })),
	beforeOrAfter.map((when): FaultAction => ({ kind: 'stall', when })),
	fc.record({
		kind: fc.constant('status' as const),
		when: beforeOrAfter,
		status: fc.constantFrom(408, 500, 502, 503, 504),
	}),
	beforeOrAfter.map((when): FaultAction => {
		const running = { status: 409, code: 'idempotency_in_progress' };
		return { kind: 'status', when, ...running, message: 'The original request is still running.' };
	}),
	fc.record({
		kind: fc.constant('html' as const),
		when: beforeOrAfter,
		status: fc.constantFrom(200, 502),
	}),
	fc.constant<FaultAction>({ kind: 'cut' }),
	fc.constant<FaultAction>({ kind: 'empty', when: 'after' }),
	fc.constant<FaultAction>({ kind: 'hold', when: 'during', until: async () => await sleep(5) }),
	fc
		.constantFrom(401, 403)
		.map(
			(status): FaultAction => ({ kind: 'status', when: 'before', status, code: 'access_denied' }),
		),
	rateLimited,
	fc.constant<FaultAction>({ kind: 'stale' }),
	fc.constant<OtherEditor>({ kind: 'otherEditor' }),
);

const fault: fc.Arbitrary<PlannedFault> = fc.record({
	target: fc.constantFrom('main', 'main', 'read', 'any'),
	nth: fc.integer({ min: 1, max: 6 }),
	// Five is as often as the node itself sends a command.
	times: fc.constantFrom(1, 1, 2, 5, 6, 10),
	action,
});

export const schedules: fc.Arbitrary<Schedule> = fc.record({
	command: fc.nat(commands.length - 1),
	dialect: fc.constantFrom('first', 'second', 'third'),
	outcome: fc.constantFrom('published', 'published', 'failed', 'needs_review'),
	outcomeDelayMs: fc.constantFrom(300, 300, 20_000, LONGEST_OUTCOME_MS),
	items: fc.oneof(
		{ weight: 6, arbitrary: fc.integer({ min: 1, max: 3 }) },
		{ weight: 1, arbitrary: fc.integer({ min: 4, max: 12 }) },
	),
	rounds: fc.constantFrom(1, 1, 2),
	executions: fc.constantFrom(1, 1, 2),
	idempotency: fc.constantFrom('execution', 'execution', 'content', 'custom'),
	tries: fc.integer({ min: 1, max: 3 }),
	retries: fc.integer({ min: 0, max: 2 }),
	pauseHours: fc.constantFrom(0, 0, 1, 25),
	continuesOnFail: fc.boolean(),
	faults: fc.array(fault, { maxLength: 5 }),
});
