import type { IBinaryKeyData } from 'n8n-workflow';

import { isCalledByModel, type Item, type Output } from '../../../properties/item';
import { drawCards } from './cards';
import { describeResult, toRecord, type AccountPreview } from './describePreview';
import type { PreviewedPost } from './previewPost';

/** What a preview shows. */
export interface Preview {
	accounts: AccountPreview[];
	/** Undefined if the content has no post yet. */
	post?: PreviewedPost;
}

/** The output of a preview: one item, or one per account. A model that has called the node gets no HTML. */
export function toOutputs(
	{ functions }: Item,
	{ accounts, post }: Preview,
	isSplit: boolean,
): Output[] {
	const groups = isSplit && accounts.length > 0 ? accounts.map((each) => [each]) : [accounts];
	return groups.map((group) => {
		const { message, ...others } = describeResult(group);
		const html = isCalledByModel(functions) ? undefined : drawCards(group);
		const [only] = group;
		return {
			json: {
				message: post === undefined ? message : describePost(post, message),
				...(isSplit && only !== undefined ? toRecord(only) : others),
				...(html !== undefined && { html }),
				...post?.fields,
			},
			...binaryOf(group),
		};
	});
}

function describePost({ isIdle, message }: PreviewedPost, verdicts: string): string {
	return isIdle ? `${message} ${verdicts}` : message;
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
