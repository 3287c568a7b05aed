import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { accountLabel, readAccountNames, type AccountDirectory } from '../../api/accountDirectory';
import { withEtag } from '../../api/posts';
import { readComplaints, readRecords } from '../../api/readings/record';
import { readFigures, type Reading } from '../../api/readings/statistics/figures';
import type { Subject } from '../../api/readings/statistics/subject';
import { COMPLAINTS } from '../../api/readings/statistics/words';
import {
	readPostDirectory,
	withKind,
	withPosts,
	type PostDirectory,
} from '../../api/statistics/postDirectory';
import { toDays, toSummary } from '../../api/statistics/table';
import { findUnrecorded, toWideDays } from '../../api/statistics/wideTable';
import { type Item, type Output, addHint as addRunHint } from '../../properties/item';
import { workspacePath } from '../../properties/locators';
import { asChoice, readText } from '../../properties/parameters';
import { firstText } from '../../shared/json';
import { asSentence } from '../../shared/text/sentences';

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
			description: 'One item per day, account and metric, for example to filter or group',
		},
		{
			name: 'Per Day, One Column per Account',
			value: 'perDayWide',
			description: 'One item per day, with a field for each account and the total, for a chart',
		},
		{ name: 'Raw', value: 'raw', description: 'The statistics as the service sent them' },
	],
	default: 'summary',
	description: 'What an output item contains',
};

const FORMS = ['summary', 'perDay', 'perDayWide', 'raw'] as const;

type ReturnForm = (typeof FORMS)[number];

export function readReturnForm(item: Item): ReturnForm {
	const chosen = readText(item, 'return', 'Return') || 'summary';
	return asChoice(chosen, FORMS, 'Return');
}

/** Statistics as the service sent them. */
interface RawStatistics {
	record: IDataObject;
	/** The subject of the whole record. */
	subject: Subject;
	etag?: string | undefined;
}

/**
 * Returns statistics in the chosen form. Those that cannot be read as a table are returned as the service sent them.
 */
export async function returnStatistics(
	item: Item,
	form: ReturnForm,
	{ record, subject, etag }: RawStatistics,
): Promise<Output[]> {
	const outputs = readRecords(record).map((each) => ({ json: withEtag(each, etag) }));
	if (form === 'raw') return outputs;
	const reading = readFigures(record, subject);
	const accounts = await readAccountNames(item.connection, workspacePath(item));
	const rows = form === 'summary' ? toSummary(reading, accounts) : toDays(reading, accounts);
	if (rows === undefined || rows.length === 0 || reading.unclear !== undefined) {
		const reason = reading.unclear === undefined ? '' : ` because of '${reading.unclear}'`;
		addHint(
			item,
			`These statistics cannot be read as a table${reason}, so they are returned as the service sent them.`,
		);
		return outputs;
	}
	const complaints = describeComplaints(reading, accounts);
	if (complaints !== undefined) addHint(item, complaints);
	if (form === 'perDayWide') {
		const unrecorded = findUnrecorded(rows, reading, accounts);
		return toWideDays(rows, unrecorded).map((json) => ({ json }));
	}
	const table = withPosts(rows, await readPosts(item, rows));
	return (form === 'summary' ? withKind(table) : table).map((json) => ({ json }));
}

async function readPosts(item: Item, rows: IDataObject[]): Promise<PostDirectory> {
	const ids = rows.flatMap(({ post_id }) => firstText(post_id) ?? []);
	return await readPostDirectory(item.connection, workspacePath(item), ids);
}

/** Further complaints are only counted. */
const MAX_COMPLAINTS = 3;

/** What the service reports about its figures: errors, warnings and notices. */
function describeComplaints({ facts }: Reading, accounts: AccountDirectory): string | undefined {
	const all = facts.flatMap(({ subject, fields }) => {
		const names = Object.keys(fields).filter((name) => COMPLAINTS.test(name));
		const texts = names.flatMap((name) => readComplaints(fields[name]));
		return texts.map((text) => asSentence(`${labelOf(subject, accounts)}${text}`));
	});
	const complaints = [...new Set(all)];
	if (complaints.length === 0) return undefined;
	const more = complaints.length - MAX_COMPLAINTS;
	const shown = complaints.slice(0, MAX_COMPLAINTS).join(' ');
	return `The service reports: ${shown}${more > 0 ? ` And ${more} more.` : ''}`;
}

function labelOf({ account_id, post_id }: Subject, accounts: AccountDirectory): string {
	const [id, post] = [firstText(account_id), firstText(post_id)];
	const unnamed = { id: id ?? '', name: null, platform: null };
	const labels = [
		...(id === undefined ? [] : [accountLabel(accounts.get(id) ?? unnamed)]),
		...(post === undefined ? [] : [`post ${post}`]),
	];
	return labels.length === 0 ? '' : `${labels.join(', ')}: `;
}

function addHint(item: Item, text: string): void {
	addRunHint(item, item.connection.redact(text));
}
