import type { IDataObject } from 'n8n-workflow';

import { cutText } from '../shared/bounds';
import { firstText } from '../shared/json';
import { readName } from './readings/record';

const LONGEST_NAME = 100;
const MOST_NAMES = 10;

/** A post in a text for the user: its id, with its name. */
export function describePost(post: IDataObject): string {
	return `${firstText(post.id) ?? 'one without an ID'} ("${cutText(readName(post), LONGEST_NAME)}")`;
}

/** Posts in a text for the user, as many as one can look at. */
export function describePosts(
	posts: IDataObject[],
	describe: (post: IDataObject) => string = describePost,
): string {
	const names = posts.slice(0, MOST_NAMES).map(describe).join(', ');
	const others = posts.length - MOST_NAMES;
	return others > 0 ? `${names} and ${others} more` : names;
}

/** A record as the service sent it, with the ETag of the response where there was one. */
export function withEtag(record: IDataObject, etag: string | undefined): IDataObject {
	return etag === undefined ? record : { ...record, etag };
}
