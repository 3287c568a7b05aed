import type { IDataObject } from 'n8n-workflow';

import { groupBy } from '../../shared/maps';
import { firstText } from '../../shared/json';
import { accountLabels, type AccountDirectory } from '../accountDirectory';
import type { Reading } from '../readings/statistics/figures';
import { subjectKey, type Subject } from '../readings/statistics/subject';
import { RATES } from '../readings/statistics/words';
import { describeSubject } from './table';

/** The values of one metric of one account by day: a column of the table. */
interface Column {
	metric: string;
	/** Of its account or post, such as `Bakery (pagebook)`. */
	label: string;
	name: string;
	isAccount: boolean;
	values: Map<unknown, IDataObject[string]>;
}

/**
 * One row, without a value, for each account and metric of a table of days that the table lacks: the metrics that the service
 * states without a day, or all if nothing is recorded of the account on any day. Pure.
 */
export function findUnrecorded(
	rows: IDataObject[],
	{ figures, facts }: Reading,
	accounts: AccountDirectory,
): IDataObject[] {
	const ofAccounts = rows.filter(isAboutAccount);
	const metrics = new Set(ofAccounts.map(({ metric }) => String(metric)));
	const rowsOf = groupBy(ofAccounts, ({ account_id }) => firstText(account_id) ?? '');
	const named = [...figures, ...facts].filter(({ subject }) => isAboutAccount(subject));
	const statedOf = groupBy(named, ({ subject }) => firstText(subject.account_id) ?? '');
	return [...statedOf].flatMap(([id, stated]) => {
		const own = rowsOf.get(id) ?? [];
		const isMissing = (name: string) =>
			own.every(({ metric }) => metric !== name) &&
			(own.every(({ value }) => value === null) ||
				stated.some((each) => 'metric' in each && each.metric === name));
		const columns = own[0] ?? describeSubject(stated[0]?.subject ?? {}, accounts);
		const missing = [...metrics].filter(isMissing);
		return missing.map((metric) => ({ ...columns, date: null, metric, value: null }));
	});
}

/**
 * One row for each day, oldest first, with a column for each metric of each account, such as
 * `followers Bakery (pagebook)`, followed by one for the total of each metric of several accounts. If an account has no value
 * on some day, there is also `followers total of known accounts`, and `missing_accounts` names those that it lacks. Pure.
 *
 * @param rows one for each day, account or post, and metric
 * @param unrecorded one for each account and metric without a value on any of the days
 */
export function toWideDays(rows: IDataObject[], unrecorded: IDataObject[] = []): IDataObject[] {
	const columns = toColumns([...rows, ...unrecorded]);
	const dates = [...new Set(rows.map(({ date }) => date))].sort((a, b) =>
		String(a).localeCompare(String(b)),
	);
	const byMetric = groupBy(
		columns.filter(({ isAccount }) => isAccount),
		({ metric }) => metric,
	);
	const totals = [...byMetric].filter(([, own]) => own.length > 1 && own.every(isCount));
	const incomplete = totals.filter(([, own]) =>
		dates.some((date) => missingOn(date, own).length > 0),
	);
	const missing = (date: unknown) => [
		...new Set(incomplete.flatMap(([, own]) => missingOn(date, own))),
	];
	return dates.map((date) => ({
		date,
		...Object.fromEntries(columns.map(({ name, values }) => [name, values.get(date) ?? null])),
		...Object.fromEntries(totals.map(([metric, own]) => [`${metric} total`, totalOn(date, own)])),
		...Object.fromEntries(
			incomplete.map(([metric, own]) => [`${metric} total of known accounts`, sumOn(date, own)]),
		),
		...(incomplete.length > 0 && { missing_accounts: missing(date) }),
	}));
}

function toColumns(rows: IDataObject[]): Column[] {
	const groups = [...groupBy(rows, subjectKey).values()];
	const labels = accountLabels(groups.map(([row = {}]) => labelled(row)));
	return groups.flatMap((own, index) =>
		[...groupBy(own, ({ metric }) => String(metric))].map(([metric, days]) => ({
			metric,
			label: labels[index] ?? '',
			name: `${metric} ${labels[index] ?? ''}`.trim(),
			isAccount: isAboutAccount(own[0] ?? {}),
			values: new Map(days.map(({ date, value }) => [date, value])),
		})),
	);
}

function isAboutAccount({ account_id, post_id }: Subject): boolean {
	return account_id !== undefined && post_id === undefined;
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
function isCount({ metric, values }: Column): boolean {
	if (RATES.test(metric)) return false;
	return [...values.values()].every((value) => value === null || Number.isInteger(value));
}

function missingOn(date: unknown, columns: Column[]): string[] {
	const isMissing = ({ values }: Column) => (values.get(date) ?? null) === null;
	return columns.filter(isMissing).map(({ label }) => label);
}

/** Null on a day on which an account has no value, because the total would appear to drop. */
function totalOn(date: unknown, columns: Column[]): number | null {
	return missingOn(date, columns).length === 0 ? sumOn(date, columns) : null;
}

/** Null on a day on which no account has a value. */
function sumOn(date: unknown, columns: Column[]): number | null {
	const known = columns.flatMap(({ values }) => values.get(date) ?? []);
	return known.length === 0 ? null : known.reduce<number>((sum, value) => sum + Number(value), 0);
}
