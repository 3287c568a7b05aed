import { createHash } from 'crypto';

import { clock } from '../shared/clock';
import { canonicalJson } from '../shared/json';
import { KEY_LIFETIME_MS } from '../transport/retry';

/** How the Idempotency-Key of a command is made. */
export type IdempotencyMode = {
	/** The item that the command is sent for. */
	scope: ExecutionScope;
} & (
	| {
			/** The same for every attempt at one item in one execution, including a Retry of the execution. */
			mode: 'execution';
	  }
	| {
			/** The same for the same command in any execution. */
			mode: 'content';
	  }
	| {
			/** The same for the same command from the same state of its post, in any execution. */
			mode: 'state';
	  }
	| {
			/** The same for every command that posts the same key, in any execution. */
			mode: 'once';
			/** Identifies the key: the n8n instance, the workflow, the node, and the key itself. */
			identity: string[];
	  }
	| {
			/** Entered by the user. */
			mode: 'custom';
			key: string;
	  }
	| {
			/** The service accepts no key for the command. */
			mode: 'none';
	  }
);

export interface NodeScope {
	/** The execution that started the work. A Retry of it, which n8n gives a new ID, keeps this one. */
	executionId: string;
	nodeId: string;
}

export interface ExecutionScope extends NodeScope {
	/** The run of the node within the execution: in a loop, item 0 comes more than once. */
	round: number | string;
	itemIndex: number;
	/** An AI Agent uses the node as a tool, so a repeat is up to the agent. */
	isAgentTool?: boolean;
	/** On Error is Continue: the execution succeeds, so n8n offers no Retry of it. */
	hasNoRetry?: boolean;
	/** There is no execution: a model has called the node, and `executionId` stands for this call alone. */
	hasNoWorkflow?: boolean;
}

/** The command that a key is for. */
export interface CommandIdentity {
	/** Its route, including the workspace and the record. */
	path: string;
	/** Identifies the command: in `content` mode, the same value leads to the same key. */
	content: unknown;
	/** Distinguishes the commands of one operation, such as `create` and the `publish` that follows it. */
	step: string;
}

/** A command, and the item that it is sent for. */
export interface IdentifiedCommand {
	/** Completes "Could not …". */
	purpose: string;
	identity: CommandIdentity;
	idempotency: IdempotencyMode;
	/** The user has changed the node since the first attempt. */
	isEdited: boolean;
	/** Describes the result of the first attempt, for the error about other content with the same key. */
	describeEarlier?: (response: { data: unknown } | undefined) => string;
}

/** A command with its Idempotency-Key; undefined if it has none. */
export type WithKey<Command> = Command & { key: string | undefined };

/** The Idempotency-Key of a command; undefined if it has none. Pure. */
export function idempotencyKey(
	mode: IdempotencyMode,
	command: CommandIdentity,
): string | undefined {
	switch (mode.mode) {
		case 'execution': {
			const { executionId, nodeId, round, itemIndex } = mode.scope;
			const item = [executionId, nodeId, round, itemIndex];
			return digest(['execution', ...item, command.path, command.step]);
		}
		case 'content':
			return digest(['content', command.step, command.path, command.content]);
		case 'state':
			return digest(['state', command.step, command.path, command.content]);
		case 'once':
			return digest(['once', mode.identity, command.path, command.step]);
		case 'custom':
			return command.step === MAIN_STEP ? mode.key : `${mode.key}-${command.step}`;
		case 'none':
			return undefined;
	}
}

/** Whether commands of other items or executions share the key, so the service may repeat its response to them. */
export function mayRepeatResponse({ mode, scope }: IdempotencyMode): boolean {
	if (mode === 'execution') return scope.isAgentTool === true;
	return mode === 'content' || mode === 'state' || mode === 'custom';
}

/** Whether the service may have forgotten the key of a command that was sent at this time (milliseconds since 1970). */
export function isForgotten(sentAtMs: number): boolean {
	return clock.now() > sentAtMs + KEY_LIFETIME_MS;
}

/**
 * The parts of a call that concern its Idempotency-Key.
 *
 * @param key the key for the mode
 */
export function keyed(
	mode: IdempotencyMode,
	key: string | undefined,
): { idempotencyKey?: string; repeatAdvice?: string; newContentAdvice?: string } {
	if (mode.mode === 'none') return {};
	return {
		idempotencyKey: key,
		repeatAdvice: repeatAdvice(mode),
		newContentAdvice: NEW_CONTENT_ADVICE[mode.mode],
	};
}

/** Advice on how to continue without carrying out the command twice. */
export function repeatAdvice({ mode, scope }: IdempotencyMode): string {
	if (mode === 'none') return '';
	if (scope.hasNoWorkflow) return CALL_ADVICE;
	if (scope.isAgentTool) return AGENT_ADVICE;
	return (scope.hasNoRetry ? ADVICE_WITHOUT_RETRY : REPEAT_ADVICE)[mode];
}

/** Advice for calls without a workflow. */
export const CALL_ADVICE =
	'To continue safely, call the tool again with the same input within 23 hours: nothing is done twice.';

const AGENT_ADVICE =
	'To continue safely, call the tool again with the same input in this execution: it repeats the command with the same key.';

type KeyedMode = Exclude<IdempotencyMode, { mode: 'none' }>;
type Advice = Record<KeyedMode['mode'], string>;

/** How to continue after a lost response without doing the same thing twice. */
const REPEAT_ADVICE: Advice = {
	execution:
		'To continue safely, retry this execution (Executions → Retry), which repeats the command with the same key. A new execution would do it a second time.',
	content:
		'To continue safely, try again with the same content within 23 hours, or retry this execution (Executions → Retry).',
	state: 'To continue safely, try again: the node looks at the post before it sends anything.',
	once: 'To continue safely, try again: the node looks for the post before it sends anything.',
	custom:
		'To continue safely, try again with the same key and content within 23 hours, or retry this execution (Executions → Retry).',
};

const ADVICE_WITHOUT_RETRY: Advice = {
	execution:
		'Check whether it took effect before you try again: a new execution would do it a second time.',
	content: 'To continue safely, try again with the same content within 23 hours.',
	state: REPEAT_ADVICE.state,
	once: REPEAT_ADVICE.once,
	custom: 'To continue safely, try again with the same key and content within 23 hours.',
};

/** How to send content that differs from that of the key. */
const NEW_CONTENT_ADVICE: Advice = {
	execution: 'start a new execution',
	content: 'change it',
	state: 'try again',
	once: 'use another key',
	custom: 'use another key',
};

/** The step that uses a custom key unchanged. */
export const MAIN_STEP = 'main';

function digest(parts: unknown[]): string {
	return `n8n-${createHash('sha256').update(canonicalJson(parts)).digest('hex').slice(0, 48)}`;
}
