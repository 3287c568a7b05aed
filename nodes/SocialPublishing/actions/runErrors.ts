import type { IExecuteFunctions, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { NOT_CONFIRMED } from '../api/outcomeFailures';
import { readRecordId } from '../api/readings/record';
import { groupBy } from '../shared/maps';
import { cutMiddle, cutText, asSentence } from '../shared/text/sentences';
import { ServiceFailure } from '../shared/failure';
import { toNodeError } from '../shared/nodeError';
import { nameItems } from './runHints';

type NodeError = NodeApiError | NodeOperationError;
type NodeFunctions = Pick<IExecuteFunctions, 'getNode'>;

export interface ItemFailure {
	index: number;
	error: unknown;
	/** An earlier attempt at the item may have taken effect. */
	isUncertain: boolean;
	/** The service had accepted the command: the failure is the outcome of its post. */
	isOutcome: boolean;
}

/** The rest of a run in which items have failed. */
interface RunFacts {
	/** Indices of the items that this run, or the one it retries, has completed. */
	succeeded: number[];
	/** A hint about the run. */
	note: string | undefined;
	/** Each item is posted once: the next run tries the failed ones again. */
	failAlone: boolean;
}

/** The most characters of all texts together. Each text may have at least `MIN_TEXT_LENGTH`. */
const MAX_LIST_LENGTH = 20_000;
const MIN_TEXT_LENGTH = 300;
/** The most characters of an ID that are shown. */
const MAX_ID_LENGTH = 100;

/**
 * The one error of a run in which the failed items did not stop the others.
 *
 * @param failures at least one, in the order of the items
 */
export function combineFailures(
	functions: NodeFunctions,
	failures: ItemFailure[],
	{ succeeded, note, failAlone }: RunFacts,
): NodeError {
	const remark = [
		succeeded.length > 0 ? describeSucceeded(succeeded, failAlone) : undefined,
		note,
		failAlone ? describeNextRun(failures) : undefined,
	]
		.filter((sentence) => sentence !== undefined)
		.join(' ');
	const [first, ...others] = failures;
	if (first !== undefined && others.length === 0) {
		const { index: itemIndex, error, isUncertain } = first;
		return toNodeError(functions, error, {
			itemIndex,
			isUncertain,
			remark: [namePost(first), remark].filter(Boolean).join(' '),
		});
	}
	const description = [...describeByText(functions, failures), remark].filter(Boolean).join(' ');
	const title = new ServiceFailure(titleOf(failures), '');
	return toNodeError(functions, title, { remark: description });
}

/** While the outcomes are open, the title warns against posting again. */
function titleOf(failures: ItemFailure[]): string {
	const names = nameItems(failures.map(({ index }) => index));
	const areOpen = failures.every(
		({ error }) => error instanceof Error && error.message.startsWith(NOT_CONFIRMED),
	);
	if (areOpen) return `${NOT_CONFIRMED}. Still open: ${lowerCase(names)}`;
	const [reason, ...others] = new Set(
		failures.map(({ error }) => (error instanceof ServiceFailure ? error.message : undefined)),
	);
	return reason === undefined || others.length > 0 ? `${names} failed` : `${names}: ${reason}`;
}

/** n8n discards all outputs of a node that fails. */
function describeSucceeded(succeeded: number[], failAlone: boolean): string {
	const them = succeeded.length > 1 ? 'them' : 'it';
	const again = failAlone ? '' : ` A new execution may post ${them} again.`;
	return `${nameItems(succeeded)} succeeded, but the next steps did not receive ${them}. Retry this execution (Executions → Retry) to pass ${them} on.${again} To pass on the other items when one fails, set 'On Error' to 'Continue (using error output)'.`;
}

/** Posts that the service has accepted are done, whatever their outcome. */
function describeNextRun(failures: ItemFailure[]): string | undefined {
	const again = failures.filter(({ isOutcome }) => !isOutcome);
	if (again.length === 0) return undefined;
	if (again.length < failures.length) {
		return `The next run tries ${lowerCase(nameItems(again.map(({ index }) => index)))} again.`;
	}
	return `The next run tries the failed ${failures.length > 1 ? 'items' : 'item'} again.`;
}

/** Items that failed in the same way share a sentence. */
function describeByText(functions: NodeFunctions, failures: ItemFailure[]): string[] {
	const longest = Math.max(MIN_TEXT_LENGTH, MAX_LIST_LENGTH / failures.length);
	const textOf = ({ error, isUncertain }: ItemFailure) => {
		const { message, description } = toNodeError(functions, error, { isUncertain });
		const text = [message, description ?? ''].filter(Boolean).map(asSentence).join(' ');
		return cutMiddle(text, longest);
	};
	return [...groupBy(failures, textOf)].map(([text, alike]) => `${nameFailures(alike)}: ${text}`);
}

/** The post whose outcome is the failure, unless the failure names it itself. */
function namePost(failure: ItemFailure): string | undefined {
	const id = failure.isOutcome ? postIdOf(failure) : undefined;
	const { error } = failure;
	const isNamed = error instanceof ServiceFailure && error.advice.includes(`Post ID: ${id}`);
	return id === undefined || isNamed ? undefined : `Post ID: ${id}.`;
}

function postIdOf({ error }: ItemFailure): string | undefined {
	return error instanceof ServiceFailure ? readRecordId(error.facts.post) : undefined;
}

/** The names of failed items, with the IDs of their posts, if known. */
function nameFailures(failures: ItemFailure[]): string {
	const names = nameItems(failures.map(({ index }) => index));
	const ids = failures.flatMap((failure) => {
		const id = postIdOf(failure);
		if (id === undefined) return [];
		return failures.length === 1 ? `post ${id}` : `${failure.index + 1}: post ${id}`;
	});
	return ids.length === 0 ? names : `${names} (${ids.join(', ')})`;
}

function lowerCase(names: string): string {
	return `${names.charAt(0).toLowerCase()}${names.slice(1)}`;
}

/** Indices of items, in any order. */
export interface EarlierItems {
	sent: number[];
	/** An earlier attempt has sent some of their commands. */
	started: number[];
	/** The service has accepted their commands, but the node has not waited for the outcomes. */
	handedOver: HandedOverPost[];
	/** Nothing was sent for them. */
	notSent: number[];
}

/** A post, and the index of its item. */
interface HandedOverPost {
	index: number;
	postId: string;
}

export const NO_ITEMS: EarlierItems = { sent: [], started: [], handedOver: [], notSent: [] };

/**
 * The error that stops a node. It names the items that the node has sent, because a new run may send them again, and those
 * that it has not sent.
 *
 * @param canRetry whether a Retry of the execution continues after these items
 */
export function stoppingError(
	functions: NodeFunctions,
	{ index, error, isUncertain }: ItemFailure,
	{ sent, started, handedOver, notSent }: EarlierItems,
	{ canRetry, failAlone }: { canRetry: boolean } & Pick<RunFacts, 'failAlone'>,
): NodeError {
	const facts = [
		...describeItems(sent, 'already sent'),
		...describeItems(started, 'already started but not finished'),
		...describeHandedOver(handedOver),
	];
	const hasSentOthers = facts.length > 0;
	if (hasSentOthers) facts.push(...describeItems(notSent, 'not sent'));
	const advice = canRetry ? adviseRetry(handedOver.length > 0, failAlone) : '';
	const remark = hasSentOthers ? `${facts.join('. ')}.${advice}` : undefined;
	return toNodeError(functions, error, { itemIndex: index, isUncertain, hasSentOthers, remark });
}

function describeHandedOver(posts: HandedOverPost[]): string[] {
	const sorted = [...posts].sort((a, b) => a.index - b.index);
	const ids = sorted.map(({ index, postId }) => `${index + 1}: ${cutText(postId, MAX_ID_LENGTH)}`);
	const indices = sorted.map(({ index }) => index);
	const what = `already handed over, but the node has not waited for the outcome (post IDs: ${ids.join(', ')})`;
	return describeItems(indices, what);
}

function describeItems(indices: number[], what: string): string[] {
	if (indices.length === 0) return [];
	return [`${nameItems(indices)} ${indices.length > 1 ? 'were' : 'was'} ${what}`];
}

function adviseRetry(isOpen: boolean, failAlone: boolean): string {
	const [what, all] = isOpen
		? [': it waits for the posts that were handed over and sends the others', 'all of ']
		: [' to continue from here', ''];
	const again = failAlone ? '' : ` A new execution may send ${all}them again.`;
	return ` Retry this execution (Executions → Retry)${what}.${again}`;
}
