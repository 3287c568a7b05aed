import { describeFailure, ServiceFailure } from '../shared/failure';
import { asSentence } from '../shared/text/sentences';

/** An entry of a list. */
export interface Choice {
	name: string;
	value: string;
}

/** A page of a list, and the token of the next page, if any. */
export interface ChoicePage {
	results: Choice[];
	paginationToken?: string;
}

/** Not empty, because n8n would show an entry with an empty value as chosen. A field with this value counts as empty. */
const NO_VALUE = ' ';

/** An entry that is a message about the list. */
export function remark(name: string): Choice {
	return { name, value: NO_VALUE };
}

export function isRemark({ value }: Choice): boolean {
	return value === NO_VALUE;
}

/** The last entry of a list that was not read to its end. */
export function moreThan(count: number): Choice {
	const searched = count.toLocaleString('en-US');
	return remark(
		`There are more. Only the first ${searched} were searched. To use another, enter its ID.`,
	);
}

/**
 * If a list cannot be read, its only entry gives the reason: the editor shows no reason for an error, and does not load the
 * list again.
 */
export async function readOrRemark(read: () => Promise<ChoicePage>): Promise<ChoicePage> {
	return await read().catch((error: unknown) => ({ results: [remark(explainInList(error))] }));
}

/** What is wrong, and what to do. */
export function explainInList(error: unknown): string {
	const reason =
		error instanceof ServiceFailure
			? `${asSentence(error.message)} ${error.advice}`
			: describeFailure(error);
	return `${asSentence(reason)} Then choose Refresh List in the menu of the field, or open the step again.`;
}
