import type { INodeExecutionData } from 'n8n-workflow';

import type { NodeRun } from '../../engine';

/** The input items that an error names, as indexes. */
export function failedItems({ error }: NodeRun): Set<number> {
	const [, several] = /^Items ([\d, toand]+?)(?: failed$|: )/.exec(error?.message ?? '') ?? [];
	return several === undefined ? new Set([Number(error?.context?.itemIndex)]) : listed(several);
}

export function postedItems({ error }: NodeRun): Set<number> {
	const [, list = ''] = /Items? ([\d, toand]+) succeeded/.exec(error?.description ?? '') ?? [];
	return listed(list);
}

/** The indexes in "1 to 3 and 5". */
function listed(text: string): Set<number> {
	const indexes = new Set<number>();
	for (const [, first, last = first] of text.matchAll(/(\d+)(?: to (\d+))?/g)) {
		for (let item = Number(first); item <= Number(last); item++) indexes.add(item - 1);
	}
	return indexes;
}

export function indexOf(pairedItem: INodeExecutionData['pairedItem']): unknown {
	return typeof pairedItem === 'object' && !Array.isArray(pairedItem)
		? pairedItem.item
		: pairedItem;
}
