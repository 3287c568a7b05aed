import type { ExpressionString, IExecuteFunctions, NodeTypeAndVersion } from 'n8n-workflow';

import { readSentCommand, wasSent } from '../../../commands/sentCommands';
import { postCommandIdentity } from '../../../commands/postCommand';
import { isAgentTool, type Item } from '../../../properties/item';
import { memoize } from '../../../shared/maps';
import { InputFailure } from '../../../shared/failure';
import { readRecord } from '../../../shared/json';
import { type OperationResult, type PassedOn, type Work, isUnfinished } from '../../operation';
import { commandOf, pathOfPost, type Creation } from './creation';
import type { ItemKey } from './itemKey';

/**
 * The work on an item that is posted once. An item that was posted before may be invalid, so an error of its preparation
 * counts only when its turn comes. The key belongs to the item rather than to one of its commands, so it is looked up before
 * the first command.
 *
 * @param create called unless another execution has posted the item before
 */
export async function postOnce(
	key: ItemKey,
	prepared: Promise<Creation>,
	create: (creation: Creation) => ReturnType<Work>,
): Promise<Work> {
	const { item } = key;
	const outcome = await prepared.catch((error: unknown) => ({ error }));
	// An earlier attempt at the item in this execution may have completed it. Then the node continues with its post.
	const isOwn = 'command' in outcome && mayBeComplete(item, outcome);
	const postFirst = async () => {
		if (!isOwn && (await key.isDone())) return postedBefore(key);
		if ('error' in outcome) throw outcome.error;
		return await create(outcome);
	};
	const asFailed = (error: unknown): never => {
		key.runKeys.failedKeys.add(key.ledgerKey);
		throw error;
	};
	return async () => {
		// Whether the first item with the key succeeds may be known only with its outcome.
		if (key.firstIndex !== item.index) return { finish: async () => repeat(key) };
		const result = await postFirst().catch(asFailed);
		if (!isUnfinished(result)) return result;
		return { ...result, finish: async () => await result.finish().catch(asFailed) };
	};
}

/** Items with the same key are one post, so the result of the first item counts for all of them. */
function repeat(key: ItemKey): OperationResult {
	if (!key.runKeys.failedKeys.has(key.ledgerKey)) return postedBefore(key);
	const first = `item ${key.firstIndex + 1}`;
	throw new InputFailure(
		`Not posted, because ${first} failed and has the same key`,
		`See the error of ${first}.`,
	);
}

/** Whether an earlier attempt in this execution may have completed the item. */
function mayBeComplete({ connection }: Item, creation: Creation): boolean {
	const { command, idempotency, followUp } = creation;
	const created = readSentCommand(connection, { idempotency, identity: command })?.response;
	const postPath = created && pathOfPost(creation, readRecord(created.data));
	if (postPath === undefined || followUp === undefined) return postPath !== undefined;
	const step = commandOf(followUp);
	const identity = postCommandIdentity({ postPath, step }, step, {});
	return wasSent(connection, { idempotency, identity });
}

const LOOP_OVER_ITEMS = 'n8n-nodes-base.splitInBatches';

/** The outputs of the node, which n8n computes: two if each item is posted once. */
export const nodeOutputs: ExpressionString =
	'={{ $parameter["resource"] === "post" && $parameter["operation"] === "create" && $rawParameter["idempotency"] === "once" ? [{ type: "main", displayName: "Posted" }, { type: "main", displayName: "Posted Before" }] : ["main"] }}';

const POSTED_BEFORE_OUTPUT = 1;

/** The number of outputs of a node that creates posts. */
export function countCreateOutputs(functions: IExecuteFunctions): number {
	const isOnce = functions.getNode().parameters.idempotency === 'once';
	return isOnce && !isAgentTool(functions) ? 2 : 1;
}

/**
 * Passes on an item whose key has been posted before, by its own output. In a loop, which would end if the first output
 * stayed empty, the item is marked and leaves by the first output.
 */
export function postedBefore({ item, name: key }: ItemKey): PassedOn {
	const { functions } = item;
	const mark = { posted_before: true };
	if (isAgentTool(functions)) {
		return { passedOn: { ...mark, key }, isAnswer: true, outputIndex: 0 };
	}
	return isInLoop(functions)
		? { passedOn: mark, outputIndex: 0 }
		: { passedOn: {}, outputIndex: POSTED_BEFORE_OUTPUT };
}

/** Whether the same Loop Over Items comes before and after the node. */
const isInLoop = memoize((functions: IExecuteFunctions) => {
	const { name } = functions.getNode();
	const before = new Set(namesOfLoops(() => functions.getParentNodes(name)));
	return namesOfLoops(() => functions.getChildNodes(name)).some((loop) => before.has(loop));
});

/**
 * n8n-workaround(2.39.10, n8n-core/dist/execution-engine/node-execution-context/node-execution-context.js): if a connection
 * leads to a node that does not exist, n8n cannot list the nodes.
 */
function namesOfLoops(listNodes: () => NodeTypeAndVersion[]): string[] {
	try {
		const loops = listNodes().filter(({ type, disabled }) => type === LOOP_OVER_ITEMS && !disabled);
		return loops.map(({ name }) => name);
	} catch {
		return [];
	}
}
