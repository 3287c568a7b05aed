import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { readAccountNames, type AccountDirectory } from '../../api/accountDirectory';
import { readFigures, type Reading } from '../../api/readings/statistics/figures';
import { subjectKey, type Subject } from '../../api/readings/statistics/subject';
import { readRemarks } from '../../api/statistics/remarks';
import { describeSubject, findUnread, toDays, toSummary } from '../../api/statistics/table';
import type { Item, Output } from '../../properties/item';
import { workspacePath } from '../../properties/locators';
import { readText } from '../../properties/parameters';
import { InputFailure } from '../../shared/failure';

export const returnProperty: INodeProperties = {
	displayName: 'Return',
	name: 'return',
	type: 'options',
	options: [
		{
			name: 'Summary',
			value: 'summary',
			description:
				'One item per account or post, with the newest value of each metric and its change',
		},
		{
			name: 'Per Day',
			value: 'perDay',
			description: 'One item per day, account and metric, for example for a chart',
		},
		{ name: 'Raw', value: 'raw', description: 'The statistics as the service sent them' },
	],
	default: 'summary',
	description: 'What an output item contains',
};

export type ReturnForm = 'summary' | 'perDay' | 'raw';

export function readReturnForm(item: Item): ReturnForm {
	const form = readText(item, 'return', 'Return') || 'summary';
	if (form === 'summary' || form === 'perDay' || form === 'raw') return form;
	throw new InputFailure('Return must be summary, perDay or raw');
}

/** Statistics as the service sent them. */
export interface RawStatistics {
	record: IDataObject;
	/** What the whole record is about. */
	subject: Subject;
	outputs: Output[];
}

/**
 * Returns statistics in the chosen form. What a table leaves out is named in a hint; statistics that cannot be read as a
 * table are returned as the service sent them.
 */
export async function returnStatistics(
	item: Item,
	form: ReturnForm,
	{ record, subject, outputs }: RawStatistics,
): Promise<Output[]> {
	if (form === 'raw') return outputs;
	const reading = readFigures(record, subject);
	const accounts = await readNames(item, reading);
	const rows = form === 'summary' ? toSummary(reading, accounts) : toDays(reading, accounts);
	const [unreadTime] = reading.unreadTimes;
	if (rows === undefined || rows.length === 0 || unreadTime !== undefined) {
		const reason =
			unreadTime === undefined ? '' : `: the times in ${unreadTime} are in no known form`;
		addHint(
			item,
			`These statistics cannot be read as a table${reason}, so they are as the service sent them.`,
		);
		return outputs;
	}
	const shown = new Set(reading.figures.map((figure) => subjectKey(figure.subject)));
	const isInNoColumn = (about: Subject) => form === 'perDay' || !shown.has(subjectKey(about));
	hintAtRemarks(item, readRemarks(reading, accounts, isInNoColumn));
	const unread = findUnread(reading, rows);
	if (unread.length > 0) {
		addHint(item, `Not in the table: ${unread.join(', ')}. Set Return to Raw to see it.`);
	}
	return rows.map((json) => ({ json }));
}

/** The accounts are read only for what the statistics do not tell themselves. */
async function readNames(item: Item, { figures }: Reading): Promise<AccountDirectory> {
	const noAccounts: AccountDirectory = new Map();
	const isNameless = figures.some(({ subject }) => {
		const { account_id, account_name, platform } = describeSubject(subject, noAccounts);
		return account_id !== undefined && (account_name === null || platform === null);
	});
	if (!isNameless) return noAccounts;
	return await readAccountNames(item.connection, workspacePath(item));
}

const MOST_REMARKS = 5;

function hintAtRemarks(item: Item, remarks: string[]): void {
	if (remarks.length === 0) return;
	const more = remarks.length - MOST_REMARKS;
	const shown = remarks.slice(0, MOST_REMARKS).join(' ');
	addHint(item, `The service reports: ${shown}${more > 0 ? ` And ${more} more.` : ''}`);
}

function addHint({ functions, index, connection }: Item, text: string): void {
	const prefix = functions.getInputData().length > 1 ? `Item ${index + 1}: ` : '';
	const message = connection.redact(`${prefix}${text}`);
	functions.addExecutionHints?.({ message, location: 'outputPane' });
}
