import type { IDataObject } from 'n8n-workflow';

import { accountLabel, readAccountNames } from '../../../api/accountDirectory';
import type { Account } from '../../../api/readings/account';
import { readTextRules, type TextRules } from '../../../api/readings/textRules';
import { knownCapabilities } from '../../../api/workspace';
import type { Item } from '../../../properties/item';
import { workspacePath } from '../../../properties/locators';
import { firstText, isRecord, readRecord } from '../../../shared/json';

/**
 * An account and the limits of its text, as far as the service states them. Reads the capabilities only if the record of the
 * account lacks a limit.
 */
export async function readRules(
	item: Item,
	id: string,
): Promise<{ account: Account; rules: TextRules }> {
	const { connection } = item;
	const workspace = workspacePath(item);
	const accounts = await readAccountNames(connection, workspace);
	const account = accounts.get(id) ?? { id, name: undefined, platform: undefined, record: {} };
	const rules = readTextRules(account);
	const isComplete = rules.maxLength !== undefined && rules.hasThreads !== undefined;
	if (isComplete || account.platform === undefined) return { account, rules };
	return {
		account,
		rules: readTextRules(account, await knownCapabilities(connection, workspace)),
	};
}

/** The replies in the options of a destination. */
export function readReplies({ thread }: IDataObject): string[] {
	return Array.isArray(thread) ? thread.filter((reply) => typeof reply === 'string') : [];
}

/**
 * A sentence for each account with a text or reply that is longer than the service says the account accepts.
 *
 * @param body of a creation
 */
export async function describeLongTexts(
	item: Item,
	{ text, destinations }: IDataObject,
): Promise<string[]> {
	const sentences: string[] = [];
	for (const destination of [destinations ?? []].flat().filter(isRecord)) {
		const { account, rules } = await readRules(item, firstText(destination.account_id) ?? '');
		const { maxLength = Infinity } = rules;
		const replies = readReplies(readRecord(destination.options));
		const lengths = [destination.text ?? text, ...replies].map((each) => String(each ?? '').length);
		const longest = Math.max(...lengths);
		if (longest <= maxLength) continue;
		const subject = lengths[0] === longest ? 'The text' : 'A reply';
		sentences.push(
			`${subject} for ${accountLabel(account)} has ${longest} characters, but the limit is ${maxLength}.`,
		);
	}
	return sentences;
}
