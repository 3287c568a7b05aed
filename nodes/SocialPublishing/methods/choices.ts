import type { IDataObject } from 'n8n-workflow';

import { asServiceFailure } from '../shared/failure';
import { asSentence } from '../shared/text/sentences';
import type { Connection } from '../transport/connection';
import { fetchPage, LARGEST_PAGE, type ListRequest } from '../transport/paginate';

/** An entry of a list. */
export interface Choice {
	name: string;
	value: string;
}

/** A part of a list, and what asks for the next one, if there is one. */
export interface ChoicePage {
	results: Choice[];
	paginationToken?: string;
}

/** What a record becomes in a list. */
export type ChoiceMaker = (record: IDataObject) => Choice[];

/** What the editor asks for. */
export interface ChoiceQuery {
	/** Only choices whose name or value contains this, in upper or lower case. Undefined or empty: all. */
	filter?: string;
	/** Of the previous answer; undefined for the beginning of the list. */
	paginationToken?: string;
	/** Read everything at once, because the list cannot load more. */
	isWhole?: boolean;
	/** How many pages are read at most. */
	mostPages?: number;
}

/** Pages that are read before the list shows what it has: 1,000 records. */
export const MOST_PAGES = 10;
/** n8n loads the next page when the user scrolls to the end, so a list must be long enough to be scrolled. */
const ENOUGH_TO_SCROLL = 20;
/** Not empty, or n8n would take the entry for the one chosen; a field with it counts as empty. */
const NOTHING = ' ';

/**
 * Reads the choices of a list. With a search text, n8n loads no further pages, so all that may be read are read at once.
 * If there are more records than that, the last choice says so.
 *
 * @throws ServiceFailure if nothing could be read
 */
export async function readChoices(
	connection: Connection,
	request: Omit<ListRequest, 'limit'>,
	makeChoices: ChoiceMaker,
	{
		filter = '',
		paginationToken,
		isWhole = filter.trim() !== '',
		mostPages = MOST_PAGES,
	}: ChoiceQuery,
): Promise<ChoicePage> {
	const results: Choice[] = [];
	let cursor = paginationToken;
	let count = 0;
	for (let page = 0; page < mostPages; page++) {
		const fetched = await fetchPage(connection, request, LARGEST_PAGE, cursor).catch(
			(error: unknown) => {
				if (results.length === 0) throw error;
				return asServiceFailure(error);
			},
		);
		if (fetched instanceof Error) {
			const reason = ` ${asSentence(fetched.message)}`;
			return { results: [...distinct(results), moreThan(count, reason)] };
		}
		count += fetched.records.length;
		results.push(...matching(fetched.records.flatMap(makeChoices), filter));
		cursor = fetched.nextCursor;
		if (cursor === undefined) return { results: distinct(results) };
		if (!isWhole && results.length >= ENOUGH_TO_SCROLL) {
			return { results: distinct(results), paginationToken: cursor };
		}
	}
	return { results: [...distinct(results), moreThan(count, ' To use another, enter its ID.')] };
}

function matching(choices: Choice[], filter: string): Choice[] {
	const wanted = filter.trim().toLowerCase();
	return choices.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(wanted));
}

/** Choices that look the same are told apart by their IDs. */
export function distinct(choices: Choice[]): Choice[] {
	const counts = new Map<string, number>();
	for (const { name } of choices) counts.set(name, (counts.get(name) ?? 0) + 1);
	return choices.map(({ name, value }) => ({
		name: counts.get(name) === 1 ? name : `${name} [${value}]`,
		value,
	}));
}

function moreThan(count: number, advice: string): Choice {
	const searched = count.toLocaleString('en-US');
	return remark(`There are more. Only the first ${searched} were searched.${advice}`);
}

/** An entry that says something about the list. */
export function remark(name: string): Choice {
	return { name, value: NOTHING };
}
