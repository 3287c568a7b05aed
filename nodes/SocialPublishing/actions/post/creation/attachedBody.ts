import type { IDataObject } from 'n8n-workflow';

import { fingerprint } from '../../../api/postContent';
import { attachFiles } from '../../../media/attachFiles';
import { rememberMissingFiles } from '../../../media/attachment';
import type { Item } from '../../../properties/item';
import { checkContent, toPostBody } from '../content/postContent';
import type { Creation } from './creation';

/** Uploads the files. Returns the body that contains them. */
export async function attachedBody(item: Item, { content, files }: Creation): Promise<IDataObject> {
	const body = toPostBody(content, await attachFiles(item, files));
	checkContent(content, files);
	rememberMissingFiles(item, files);
	return body;
}

/** Identifies the texts and accounts that are sent. */
export function contentOf({ content }: Creation): string {
	return fingerprint(toPostBody(content, []));
}
