import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { accountLabel, readAccountNames } from '../../../api/accountDirectory';
import { accountsOf } from '../../../api/postContent';
import { readPreflight, type Complaint, type Preflight } from '../../../api/readings/preflight';
import { idempotencyKey, type IdempotencyMode } from '../../../commands/key';
import { ProcessMemory } from '../../../commands/processMemory';
import { addHint, isCalledByModel, type Item } from '../../../properties/item';
import { asBoolean, readCollection } from '../../../properties/parameters';
import { asRequestFailure, isRequestFailure, ServiceFailure } from '../../../shared/failure';
import { readRecord } from '../../../shared/json';
import { asSentence, withoutStop } from '../../../shared/text/sentences';
import { call } from '../../../transport/call';
import type { Connection } from '../../../transport/connection';
import { RefusedFailure } from '../../../transport/errors';
import type { Creation } from '../publishing/creation';
import { findPost } from '../publishing/search';
import type { PostBody } from './postContent';
import { describeLongTexts, readRules, textsOf } from './textLimits';
import { textOverflowOption } from './textOverflow';

const PREFLIGHT_PURPOSE = 'check the post';

/** Statuses with which a service refuses the content itself; other refusals are not about the content. */
const CONTENT_REFUSALS = new Set([400, 413, 422]);

/**
 * Asks the service whether it would publish the post. Without a response, the result is unclear.
 *
 * @param workspace the path of the workspace
 * @param json the body of a creation
 * @throws the refusal of content that the service does not accept at all
 */
export async function preflight(
	connection: Connection,
	workspace: string,
	json: IDataObject,
): Promise<Preflight> {
	const response = await call(connection, {
		purpose: PREFLIGHT_PURPOSE,
		method: 'POST',
		path: `${workspace}/posts/validate`,
		json,
		safety: 'safe',
	}).catch((error: unknown) => {
		if (!isRequestFailure(error) || CONTENT_REFUSALS.has(error.facts.status ?? 0)) throw error;
	});
	return readVerdict(readRecord(response?.data), json);
}

/** What the service says of a post, whose accounts may be the names of fields. */
export function readVerdict(record: IDataObject, json: IDataObject): Preflight {
	return readPreflight(record, accountsOf(json));
}

/** Objections or warnings as sentences that name the accounts. */
export async function describeComplaints(
	connection: Connection,
	workspace: string,
	complaints: Complaint[],
): Promise<string[]> {
	const isNamed = complaints.some(({ accountId }) => accountId !== undefined);
	const accounts = isNamed ? await readAccountNames(connection, workspace) : new Map();
	return complaints.map(({ text, accountId = '' }) => {
		const account = accounts.get(accountId) ?? { id: accountId };
		return asSentence(
			connection.redact(accountId === '' ? text : `${accountLabel(account)}: ${text}`),
		);
	});
}

const LABEL = 'Check Before Posting';

export const checkFirstOption: INodeProperties = {
	displayName: LABEL,
	name: 'validateFirst',
	type: 'boolean',
	default: true,
	description:
		'Whether to have the service check a new post that is to be published or scheduled. If it cannot be, no draft is saved. A post that is only saved as a draft is not checked.',
};

export function readCheckFirst(item: Item): boolean {
	return asBoolean(readCollection(item, 'options').validateFirst, LABEL, true);
}

/** Keys whose post has been checked and may have been created since. */
const checkedKeys = new ProcessMemory<true>();

/**
 * Asks the service whether it would publish the post, once for each idempotency key: objections to a post that already
 * exists do not count. Warnings become hints. A response that is not clear is ignored.
 *
 * @param body the body of the creation
 * @throws RefusedFailure that names each account and the objection to it
 */
export async function checkFirst(
	item: Item,
	{ workspace, command, idempotency }: Pick<Creation, 'workspace' | 'command' | 'idempotency'>,
	body: PostBody,
): Promise<void> {
	const { connection } = item;
	const key = [connection.baseUrl, command.path, idempotencyKey(idempotency, command)];
	if (checkedKeys.recall(key)) return;
	const { objections, warnings } = await preflight(connection, workspace, body);
	const isRefused =
		objections.length > 0 && !(await mayExist(connection, workspace, idempotency, body));
	if (!isRefused) checkedKeys.remember(key, true);
	const complaints = isRefused ? objections : warnings;
	if (complaints.length === 0) return;

	const texts = await describeComplaints(connection, workspace, complaints);
	if (isRefused) throw notPublishable(texts, await findRemedy(item, body, texts), idempotency);
	addHint(item, `The service warns: ${texts.join(' ')}`);
}

/**
 * Whether another execution may have created the post with this key. Then the service returns that post, and its objections
 * to a new post do not matter: the existing one may have used up an allowance.
 */
async function mayExist(
	connection: Connection,
	workspace: string,
	{ mode }: IdempotencyMode,
	body: IDataObject,
): Promise<boolean> {
	if (mode === 'execution') return false;
	const search = { workspacePath: workspace, purpose: PREFLIGHT_PURPOSE, content: body };
	const found = await findPost({ connection, ...search }).catch(asRequestFailure);
	return !(found instanceof ServiceFailure) && found.is !== 'none';
}

const MEDIA_WORDS = /\b(media|pictures?|images?|photos?|videos?)\b/i;

/** What to change, if the node can see it; undefined otherwise. */
async function findRemedy(
	item: Item,
	{ text: sharedText, destinations = [] }: PostBody,
	objections: string[],
): Promise<string | undefined> {
	const longTexts: string[] = [];
	for (const destination of destinations) {
		const known = await readRules(item, String(destination.account_id));
		longTexts.push(...describeLongTexts(known, textsOf(destination, sharedText)));
	}
	if (longTexts.length > 0) {
		const advice = isCalledByModel(item.functions)
			? 'Shorten it.'
			: `Shorten it, give the account a text of its own, or set '${textOverflowOption.displayName}' in the options.`;
		return `${longTexts.join(' ')} ${advice}`;
	}
	const hasMedia = destinations.some(({ media_ids }) => [media_ids ?? []].flat().length > 0);
	if (hasMedia || !objections.some((text) => MEDIA_WORDS.test(text))) return undefined;
	return "The post has no media. If an account requires a picture or video, attach one with 'Media', or leave out the account.";
}

function notPublishable(
	objections: string[],
	remedy: string | undefined,
	{ scope }: IdempotencyMode,
): RefusedFailure {
	const goAhead = ` To post it anyway, turn off '${LABEL}' in the options.`;
	const [first = '', ...others] = objections;
	const reason = others.length === 0 ? `: ${withoutStop(first)}` : '';
	const reasons = others.length === 0 ? '' : `${objections.join(' ')} `;
	return new RefusedFailure(
		`The post cannot be published as it is${reason}`,
		`${reasons}No draft was saved. ${remedy ?? `Correct the post or its accounts, then try again.${scope.hasNoWorkflow ? '' : goAhead}`}`,
	);
}
