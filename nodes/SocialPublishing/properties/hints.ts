import type { IExecuteFunctions } from 'n8n-workflow';

import { memoize } from '../shared/maps';
import type { Item } from './item';

/** What the user should know about an item that has not failed. */
export interface Hint {
	/** The index of the item. */
	index: number;
	/** In sentences, as plain text. */
	text: string;
}

/** Shows a text above the output once the run has ended, in a summary of all items. */
export function addHint(
	{ functions, index }: Pick<Item, 'functions' | 'index'>,
	text: string,
): void {
	hintsOf(functions).push({ index, text });
}

/** The hints of a run, in the order in which they were added. */
export const hintsOf = memoize<IExecuteFunctions, Hint[]>(() => []);
