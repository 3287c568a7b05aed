import type { IDataObject } from 'n8n-workflow';

import { readFigures } from '../../../../nodes/SocialPublishing/api/readings/statistics/figures';
import { toDays, toSummary } from '../../../../nodes/SocialPublishing/api/statistics/table';

const noAccounts = new Map();

/** The tables of a record of statistics. */
export const summary = (record: IDataObject) => toSummary(readFigures(record, {}), noAccounts);
export const perDay = (record: IDataObject) => toDays(readFigures(record, {}), noAccounts) ?? [];

/** A figure by day. */
export const days = (...values: Array<number | null>) =>
	values.map((count, index) => ({ date: `2027-03-${String(index + 10)}`, count }));
