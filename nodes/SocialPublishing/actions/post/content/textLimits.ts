import { accountLabel, readAccountNames } from '../../../api/accountDirectory';
import type { Account } from '../../../api/readings/account';
import { readReplies } from '../../../api/readings/content';
import { readTextRules, type TextRules } from '../../../api/readings/textRules';
import { knownCapabilities } from '../../../api/workspace';
import type { Item } from '../../../properties/item';
import { workspacePath } from '../../../properties/locators';
import type { DestinationBody } from './destinations';

interface AccountRules {
	account: Account;
	rules: TextRules;
}

/**
 * An account and the limits of its text, as far as the service states them. Reads the capabilities only if the record of the
 * account lacks a limit.
 */
export async function readRules(item: Item, id: string): Promise<AccountRules> {
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

/** The number of characters: of Unicode code points, so an emoji counts as few. */
export function countCharacters(text: string): number {
	return [...text].length;
}

/**
 * Sentences about a text and replies that have more characters than the service says the account accepts. A service may count
 * more for some characters, so a text without such a sentence may be too long, too. Pure.
 *
 * @param texts the text and the replies
 */
export function describeLongTexts({ account, rules }: AccountRules, texts: string[]): string[] {
	const { maxLength = Infinity } = rules;
	const [length = 0, ...replies] = texts.map(countCharacters);
	const describe = (subject: string, characters: number) =>
		characters > maxLength
			? [
					`${subject} for ${accountLabel(account)} has ${characters} characters, but the limit is ${maxLength}.`,
				]
			: [];
	return [...describe('The text', length), ...describe('A reply', Math.max(0, ...replies))];
}

/** The text and the replies of a destination. Pure. */
export function textsOf(
	{ text, options }: Partial<DestinationBody>,
	sharedText: string | undefined,
): string[] {
	return [text ?? sharedText ?? '', ...readReplies(options)];
}
