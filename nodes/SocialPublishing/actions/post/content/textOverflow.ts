import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { accountLabel, readAccountNames } from '../../../api/accountDirectory';
import { knownCapabilities } from '../../../api/workspace';
import type { Account } from '../../../api/readings/account';
import { readTextRules, type TextRules } from '../../../api/readings/textRules';
import type { Item } from '../../../properties/item';
import { workspacePath } from '../../../properties/locators';
import { readCollection } from '../../../properties/parameters';
import { InputFailure } from '../../../shared/failure';
import { firstText } from '../../../shared/json';
import { fitDestination, type TextOverflow } from './fitDestination';
import type { PostContent } from './postContent';

export const textOverflowOption: INodeProperties = {
	displayName: 'If Text Is Too Long',
	name: 'textOverflow',
	type: 'options',
	options: [
		{
			name: 'Fail',
			value: 'fail',
			description: 'The service refuses a text that is too long for an account',
		},
		{
			name: 'Shorten',
			value: 'shorten',
			description: 'End the text at a word, with an ellipsis; links stay whole',
		},
		{
			name: 'Split Into Replies',
			value: 'split',
			description: 'Go on in up to five replies, on platforms with threads',
		},
	],
	default: 'fail',
	description:
		'What to do with a text that is longer than an account accepts. The limits come from the service; where it states none, the text stays as it is.',
};

export function readTextOverflow(item: Item): TextOverflow {
	const { textOverflow = 'fail' } = readCollection(item, 'options');
	switch (textOverflow) {
		case 'fail':
		case 'shorten':
		case 'split':
			return textOverflow;
		default:
			throw new InputFailure('If Text Is Too Long must be fail, shorten or split');
	}
}

/**
 * Makes the texts fit the accounts. Only a destination whose text is too long gets a text of its own. Reads nothing
 * if too long a text shall fail.
 *
 * @throws InputFailure if a text cannot be made to fit
 */
export async function fitTexts(
	item: Item,
	content: PostContent,
	overflow: TextOverflow,
): Promise<PostContent> {
	const { destinations } = content;
	if (overflow === 'fail' || destinations === undefined) return content;
	const fitted: IDataObject[] = [];
	for (const destination of destinations) {
		const { account, rules } = await readRules(item, firstText(destination.account_id) ?? '');
		const label = accountLabel(account);
		fitted.push(fitDestination(destination, content.text, { overflow, rules, label }));
	}
	return { ...content, destinations: fitted };
}

/** The capabilities are read only for what the account itself does not tell. */
async function readRules(item: Item, id: string): Promise<{ account: Account; rules: TextRules }> {
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
