import type { IExecuteFunctions } from 'n8n-workflow';

import { MAIN_STEP } from '../../../commands/key';
import type { Attachment } from '../../../media/attachment';
import { idempotencyForCreation } from '../../../properties/idempotency';
import { executionScope, type Item } from '../../../properties/item';
import { workspacePath } from '../../../properties/locators';
import { runsWithoutWorkflow } from '../../../properties/nodeProgress';
import {
	asChoice,
	asBoolean,
	asText,
	readCollection,
	readOptionalId,
	readText,
} from '../../../properties/parameters';
import { readIdentity } from '../../../properties/writtenText';
import { InputFailure } from '../../../shared/failure';
import { isRecord } from '../../../shared/json';
import { getOrCompute, memoize } from '../../../shared/maps';
import { nameItems } from '../../runHints';
import { readPostContent, toPostBody } from '../content/postContent';
import { adaptContent, findPostFiles, readTextOptions } from '../content/prepareContent';
import { readCheckFirst } from '../content/preflight';
import { readTiming, type Creation } from '../publishing/creation';
import { digest } from '../publishing/details';
import { ItemKey } from '../publishing/itemKey';
import { nodeIdentity } from '../publishing/runKeys';
import { needsWorkflow, repeatedRowFailure } from './messages';
import type { WantedStatus } from '../publishing/plan';
import { type Content, recallDeleted, type Row, shapeOf } from './row';
import { addRow } from './listedPosts';

/** Reads and checks the fields of a row, and finds its input files. Sends nothing. */
export async function readRow(item: Item): Promise<Row> {
	const { functions, index } = item;
	if (runsWithoutWorkflow(functions)) throw needsWorkflow();
	const name = readIdentity(item, 'itemKey', 'Recognize Items By', {
		knowledge: 'which post belongs to the item',
		example: 'the ID of its row',
	});
	const postId = readOptionalId(item, 'postId', 'Post') || undefined;
	const workspace = workspacePath(item);
	// Before anything else can fail for the item.
	for (const what of claimsOf(name, postId)) claimants(functions, workspace, what).push(index);
	const identity = [...nodeIdentity(functions), 'row', name];
	const options = readCollection(item, 'options');
	const { whenLocked = 'skip' } = options;
	const deletedId = recallDeleted(workspace, identity);
	const key = new ItemKey(item, name, 'inSync', deletedId);
	if (postId !== undefined) key.usePost(postId);
	const row = {
		item,
		key,
		identity,
		postId,
		wanted: await readWanted(item, identity, key),
		failsWhenLocked: asChoice(whenLocked, ['skip', 'fail'], 'If the Post Is Locked') === 'fail',
		isDryRun: asBoolean(options.dryRun, 'Only Show What Would Change', false),
		expectedEtag:
			'onlyIfUnchangedSince' in options
				? asText(options.onlyIfUnchangedSince, 'Expected Version').trim()
				: undefined,
	};
	if ('schedule' in row.wanted)
		key.facts.wantedTimeMs = Date.parse(row.wanted.schedule.scheduled_at);
	addRow(row);
	return row;
}

function readStatus(item: Item): WantedStatus {
	const status = readText(item, 'wantedStatus', 'Wanted Status').trim().toLowerCase();
	switch (status) {
		case 'draft':
		case 'scheduled':
		case 'published':
		case 'absent':
			return status;
		default:
			throw new InputFailure(
				`'Wanted Status' cannot be "${status}"`,
				'Use draft, scheduled, published or absent.',
			);
	}
}

async function readWanted(item: Item, identity: string[], key: ItemKey): Promise<Row['wanted']> {
	const status = readStatus(item);
	if (status === 'absent') return { status };
	const content = await readContent(item, identity, key, status !== 'draft');
	const timing = status === 'draft' ? { status } : readTiming(item, status);
	const typed = digest([content.typed, 'schedule' in timing ? timing.schedule.scheduled_at : null]);
	return 'failure' in content ? { ...content, status, typed } : { ...content, ...timing, typed };
}

/** The failure is that of a row whose accounts, for example, cannot be found. */
async function readContent(
	item: Item,
	identity: string[],
	key: ItemKey,
	goesOut: boolean,
): Promise<Content | { failure: InputFailure; typed: string }> {
	const requested = await readPostContent(item);
	const options = readTextOptions(item);
	const isCheckedFirst = goesOut && readCheckFirst(item);
	const workspace = workspacePath(item);
	const files = await findPostFiles(item, requested, {
		// Another execution may continue with the same post.
		idempotency: { mode: 'content', scope: executionScope(item) },
		content: identity,
		// By its files, a row recognizes its post.
		owner: identity,
	});
	const { text = null, destinations = null, mediaIds } = requested;
	const typedFiles = files.map(({ source }, nth) => [requested.files[nth]?.destination, source]);
	const typed = digest([text, destinations, mediaIds, typedFiles]);
	const adapted = await adaptContent(item, requested, options).catch(asInputFailure);
	if (adapted instanceof InputFailure) return { failure: adapted, typed };
	const { resolved, content } = adapted;
	const bodyWithout = (left: Attachment[] = []) => {
		const sources = files.map((file) => (left.includes(file) ? undefined : file.source));
		return toPostBody(resolved, sources);
	};
	const creation: Creation = {
		workspace,
		command: { path: `${workspace}/posts`, content: bodyWithout(), step: MAIN_STEP },
		idempotency: idempotencyForCreation(
			item,
			{ mode: 'once', identity, scope: executionScope(item) },
			identity,
		),
		key,
		content,
		hasTags: options.tags !== undefined,
		files,
		followUp: undefined,
		isCheckedFirst,
	};
	return { creation, entered: (left) => shapeOf(bodyWithout(left)), typed };
}

function asInputFailure(error: unknown): InputFailure {
	if (error instanceof InputFailure) return error;
	throw error;
}

/** The indices of the items of a run, by the workspace and the key or post that they have claimed. */
const claimsOfRun = memoize<IExecuteFunctions, Map<string, number[]>>(() => new Map());

/** @param what names a key or a post */
function claimants(functions: IExecuteFunctions, workspace: string, what: string): number[] {
	return getOrCompute(claimsOfRun(functions), `${workspace}\n${what}`, () => []);
}

/** The key and the post ID, which only one row of an execution may have. */
function claimsOf(name: string, postId: string | undefined): string[] {
	return [`key "${name}"`, ...(postId === undefined ? [] : [`post ID "${postId}"`])];
}

/**
 * Call it once all items are prepared. In a loop, the rows of an execution come in several runs of the node, and of two
 * rows with the same key, each would change the post in every execution.
 *
 * @throws InputFailure if another row has the same key or post ID: in this run, or in an earlier one with other content
 */
export function refuseRepeated(row: Row): void {
	const { item, key, postId } = row;
	const { name, workspace } = key;
	const { round, itemIndex } = executionScope(item);
	const content = contentOf(row);
	for (const what of claimsOf(name, postId)) {
		const indices = claimants(item.functions, workspace, what);
		// Either may be meant.
		if (indices.length > 1) throw repeatedRowFailure(`${nameItems(indices)} have the same ${what}`);
		const { notes } = item.progress;
		const note = `row ${digest([workspace, what])}`;
		const first = notes[note];
		// Another attempt at the same run may have other content.
		if (!isRecord(first) || first.round === round) notes[note] = { round, itemIndex, content };
		else if (first.content !== content) {
			const names = `${nameItems([Number(first.itemIndex)])} of run ${Number(first.round) + 1}`;
			throw repeatedRowFailure(`${names} of this node has the same ${what} with different content`);
		}
	}
}

/** Identifies what a row wants. */
function contentOf({ wanted }: Row): string {
	if (!('creation' in wanted)) return digest(wanted.status);
	const time = 'schedule' in wanted ? wanted.schedule.scheduled_at : null;
	return digest([wanted.status, wanted.creation.command.content, time]);
}
