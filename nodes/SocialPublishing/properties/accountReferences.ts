import { jsonParse } from 'n8n-workflow';

import type { AccountReference } from '../api/accountReferences';
import { readIds } from './parameters';

/**
 * The accounts in a field for several, as entered: a list, a JSON list, or names and IDs separated by commas. The name of an
 * account may contain commas, so a text is split only if it is not itself a name.
 *
 * @throws InputFailure if an entry is neither text nor a number
 */
export function readAccountReferences(value: unknown): AccountReference[] {
	if (typeof value === 'string') {
		const text = value.trim();
		return text === '' ? [] : [{ text, parts: splitAccounts(text) }];
	}
	return readIds(value, 'Accounts').map((text) => ({ text, parts: [text] }));
}

function splitAccounts(text: string): string[] {
	const isJson = /^\[\s*"/.test(text);
	const list = isJson ? text : jsonParse<unknown>(text, { fallbackValue: null });
	return readIds(isJson || Array.isArray(list) ? list : text.split(','), 'Accounts');
}
