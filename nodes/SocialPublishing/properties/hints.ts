import type { IExecuteFunctions } from 'n8n-workflow';

import type { Item } from './item';

/** What the user should know about an item that has not failed. */
export interface Hint {
	/** The index of the item. */
	index: number;
	/** In sentences, as plain text. */
	text: string;
}

const hintsOfRuns = new WeakMap<IExecuteFunctions, Hint[]>();

/** Shows a text above the output once the run has ended, in a summary of all items. */
export function addHint(
	{ functions, index }: Pick<Item, 'functions' | 'index'>,
	text: string,
): void {
	hintsOfRuns.set(functions, [...hintsOf(functions), { index, text }]);
}

/** What has been added in this run, in the order in which it was added. */
export function hintsOf(functions: IExecuteFunctions): Hint[] {
	return hintsOfRuns.get(functions) ?? [];
}
