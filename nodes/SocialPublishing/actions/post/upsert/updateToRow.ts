import { jsonParse, type IDataObject } from 'n8n-workflow';

import { fingerprint, statesContent } from '../../../api/postContent';
import { readUntil, readPost, type PostState } from '../../../api/posts';
import { readRecordId } from '../../../api/readings/record';
import { stateIdentity } from '../../../commands/commandFromState';
import { UPDATE_PURPOSE, updatePost } from '../../../commands/postUpdate';
import { throwUnchecked } from '../../../commands/doneBefore';
import { knownRevision, strongEtag } from '../../../commands/revision';
import { failureWithoutFiles } from '../../../media/attachment';
import { executionScope } from '../../../properties/item';
import { readRecord } from '../../../shared/json';
import type { ServiceResponse } from '../../../transport/types';
import { toPostBody, type PostBody } from '../content/postContent';
import { makeBodyWithUploads } from '../publishing/creation';
import { changedMeanwhileFailure, ROW_LOOKUP_PURPOSE } from './messages';
import type { Aspect } from '../publishing/plan';
import { differences, pairsOf, type PresentRow, shapeOf, statesShape } from './row';

/** Updates the content of a post to that of its row. Media that are as wanted stay as they are. */
export async function updateToRow(
	row: PresentRow,
	postPath: string,
	before: PostState,
	differs: Aspect[],
): Promise<PostState> {
	const { item, wanted } = row;
	const { creation } = wanted;
	const { connection } = item;
	const kept = differs.includes('media') ? undefined : bodyWithMediaOf(row, before.post);
	const response = await updatePost(connection, {
		postPath,
		content: {},
		// An update from another state is another command.
		step: `update from ${stateIdentity(before)}`,
		scope: executionScope(item),
		isEdited: false,
		prepare: async () => ({
			json: kept ?? (await makeBodyWithUploads(item, creation)),
			revision: { postPath, choice: knownRevision(before.etag) },
		}),
	}).catch(async (error: unknown) => {
		throw await failureWithoutFiles(item, creation.files, error);
	});
	const postId = readRecordId(before.post) ?? '';
	const read = async () =>
		await readPost(connection, postPath, ROW_LOOKUP_PURPOSE).catch((error: unknown) =>
			throwUnchecked(error, { purpose: UPDATE_PURPOSE, postId }),
		);
	const isSet = (state: PostState) => matchesResponse(response, before, state);
	const after = await readUntil(connection, read, isSet);
	if (!isSet(after)) throw changedMeanwhileFailure(after);
	return after;
}

/** The body with the current media of the post; undefined if one of the accounts has none. */
function bodyWithMediaOf({ wanted }: PresentRow, post: IDataObject): PostBody | undefined {
	const { content, files } = wanted.creation;
	const body = toPostBody(content, []);
	if (files.length === 0) return body;
	const shown = new Map(pairsOf(wanted.entered, shapeOf(post), 'media'));
	const entered = wanted.entered.media;
	const { destinations = [] } = body;
	const known = destinations.flatMap((destination) => {
		const value = shown.get(entered.get(String(destination.account_id)) ?? '');
		const ids = value && jsonParse<string[]>(value, { fallbackValue: undefined });
		return ids ? { ...destination, ...(ids.length > 0 && { media_ids: ids }) } : [];
	});
	return known.length < destinations.length ? undefined : { ...body, destinations: known };
}

/** Whether a post matches the response to its update: the service may store it in another form than it was sent. */
function matchesResponse(
	response: ServiceResponse,
	before: PostState,
	{ post, etag }: PostState,
): boolean {
	const answeredEtag = strongEtag(response.etag);
	if (answeredEtag !== undefined && answeredEtag === etag) return true;
	const answered = readRecord(response.data);
	if (statesShape(answered)) return differences(shapeOf(answered), shapeOf(post)).length === 0;
	if (statesContent(answered)) return fingerprint(answered) === fingerprint(post);
	return etag === undefined || etag !== before.etag;
}
