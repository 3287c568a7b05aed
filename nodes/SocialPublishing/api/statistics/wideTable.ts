import type { IDataObject } from 'n8n-workflow';

import { groupBy } from '../../shared/maps';
import { firstText } from '../../shared/json';
import { accountLabels } from '../accountDirectory';

/** The values of one metric of one account by day: a column of the table. */
interface Column {
	metric: string;
	name: string;
	isAccount: boolean;
	values: Map<unknown, IDataObject[string]>;
}

/**
 * One row for each day, oldest first, with a column for each metric of each account, such as
 * `followers Bakery (pagebook)`, followed by one for the total of each metric of several accounts. Pure.
 *
 * @param rows one for each day, account or post, and metric
 */
export function toWideDays(rows: IDataObject[]): IDataObject[] {
	const columns = toColumns(rows);
	const dates = [...new Set(rows.map(({ date }) => date))].sort((a, b) =>
		String(a).localeCompare(String(b)),
	);
	const byMetric = groupBy(
		columns.filter(({ isAccount }) => isAccount),
		({ metric }) => metric,
	);
	const totals = [...byMetric].filter(([, own]) => own.length > 1 && own.every(isCount));
	return dates.map((date) => ({
		date,
		...Object.fromEntries(columns.map(({ name, values }) => [name, values.get(date) ?? null])),
		...Object.fromEntries(totals.map(([metric, own]) => [`${metric} total`, totalOn(date, own)])),
	}));
}

function toColumns(rows: IDataObject[]): Column[] {
	const groups = [...groupBy(rows, subjectOf).values()];
	const labels = accountLabels(groups.map(([row = {}]) => labelled(row)));
	return groups.flatMap((own, index) =>
		[...groupBy(own, ({ metric }) => String(metric))].map(([metric, days]) => ({
			metric,
			name: `${metric} ${labels[index] ?? ''}`.trim(),
			isAccount: own[0]?.account_id !== undefined && own[0].post_id === undefined,
			values: new Map(days.map(({ date, value }) => [date, value])),
		})),
	);
}

function subjectOf({ post_id, destination_id, account_id, platform, brand_id, id }: IDataObject) {
	return JSON.stringify([post_id, destination_id, account_id, platform, brand_id, id]);
}

function labelled({ post_id, account_id, account_name, platform, brand_id, id }: IDataObject) {
	const post = firstText(post_id);
	const name = firstText(account_name, account_id, brand_id, id);
	return {
		id: firstText(account_id, brand_id, id) ?? '',
		name: [name, post === undefined ? undefined : `post ${post}`].filter(Boolean).join(' '),
		platform: firstText(platform),
	};
}

/** Rates and averages do not add up; counts are whole numbers. */
function isCount({ values }: Column): boolean {
	return [...values.values()].every((value) => value === null || Number.isInteger(value));
}

/**
 * The sum of all accounts that have a value on any day; null on a day on which one of them has none, because the total
 * would appear to drop.
 */
function totalOn(date: unknown, columns: Column[]): number | null {
	const recorded = columns.filter(({ values }) =>
		[...values.values()].some((value) => value !== null),
	);
	const values = recorded.map((column) => column.values.get(date) ?? null);
	if (values.length === 0 || values.includes(null)) return null;
	return values.reduce<number>((sum, value) => sum + Number(value), 0);
}
