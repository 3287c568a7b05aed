import type { IDataObject } from 'n8n-workflow';

import { phase } from '../../../api/phase';
import { OUTCOME_PURPOSE, readPost, withId } from '../../../api/posts';
import { readDestinations, SCHEDULE_NAMES } from '../../../api/readings/post';
import { readScheduledMs } from '../../../api/readings/times';
import type { Item, Output } from '../../../properties/item';
import { asRequestFailure } from '../../../shared/failure';

interface SentPost {
	postPath: string;
	/** The post before the command. */
	post: IDataObject;
	command: 'publish' | 'schedule';
}

/**
 * The output of a command that has published or scheduled a post. If the response does not state what has become of the post,
 * the post is read. If that does not show it yet, the output lacks it: what the post was before is no longer true.
 */
export async function outputOfSent(
	{ connection }: Item,
	{ postPath, post, command }: SentPost,
	output: Output,
): Promise<Output> {
	if (statesCommand(output.json, command)) return onPost(output, post);
	const read = await readPost(connection, postPath, OUTCOME_PURPOSE).catch(asRequestFailure);
	const isShown = !(read instanceof Error) && phase(read.post) !== 'draft';
	return onPost(output, isShown ? withId(read.post, post.id) : withoutState(post));
}

function statesCommand(json: IDataObject, command: SentPost['command']): boolean {
	if (phase(json) === 'unknown') return false;
	return command === 'publish' || readScheduledMs(json) !== undefined;
}

/** The response may be a record of its own, with another ID or none. */
function onPost(output: Output, post: IDataObject): Output {
	// The command has changed the revision.
	const before = { ...post, ...(post.etag !== undefined && { etag: undefined }) };
	return { ...output, json: { ...before, ...output.json, id: post.id } };
}

/** What a record says of its state, also for each account. */
const STATE = new Set(['status', 'schedule', ...SCHEDULE_NAMES]);

function withoutState(post: IDataObject): IDataObject {
	const kept = (record: IDataObject) =>
		Object.fromEntries(Object.entries(record).filter(([name]) => !STATE.has(name)));
	const destinations = readDestinations(post).map(kept);
	return { ...kept(post), ...(destinations.length > 0 && { destinations }) };
}
