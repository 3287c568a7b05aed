import type { IBinaryKeyData } from 'n8n-workflow';

import { isCalledByModel, type Item, type Output } from '../../../properties/item';
import { drawCards } from './cards';
import { describeResult, type AccountPreview } from './describePreview';

/** The output of a preview. A model that has called the node gets no HTML. */
export function toOutput({ functions }: Item, accounts: AccountPreview[]): Output {
	const html = isCalledByModel(functions) ? undefined : drawCards(accounts);
	return {
		json: { ...describeResult(accounts), ...(html !== undefined && { html }) },
		...binaryOf(accounts),
	};
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
