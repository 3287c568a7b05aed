import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import { isCalledByModel, type Item, type Output } from '../../../properties/item';
import { drawCards } from './cards';
import { describeResult, type AccountPreview } from './describePreview';
import type { PreviewedPost } from './previewPost';

/**
 * The output of a preview. A model that has called the node gets no HTML.
 *
 * @param post undefined if the content has no post yet
 */
export function toOutput(
	{ functions }: Item,
	accounts: AccountPreview[],
	post?: Omit<PreviewedPost, 'accounts'>,
): Output {
	const result = describeResult(accounts);
	const html = isCalledByModel(functions) ? undefined : drawCards(accounts);
	return {
		json: {
			...result,
			...(post && { message: describePost(post, result) }),
			...(html !== undefined && { html }),
			...post?.fields,
		},
		...binaryOf(accounts),
	};
}

function describePost(
	{ isIdle, message }: Omit<PreviewedPost, 'accounts'>,
	result: IDataObject,
): string {
	return isIdle ? `${message} ${String(result.message)}` : message;
}

/** The files of accounts by their names; without any, an output has no binary data. */
function binaryOf(accounts: AccountPreview[]): { binary?: IBinaryKeyData } {
	const named = accounts
		.flatMap(({ files }) => files)
		.flatMap(({ binary, json }) =>
			binary === undefined || json.binary === undefined ? [] : [[json.binary, binary] as const],
		);
	return named.length === 0 ? {} : { binary: Object.fromEntries(named) };
}
