import type { IDataObject } from 'n8n-workflow';

import { groupBy } from '../../shared/groupBy';
import { asSentence } from '../../shared/sentences';
import { firstText } from '../../shared/json';
import { accountLabel, type AccountDirectory } from '../accountDirectory';
import { readComplaints } from '../readings/record';
import { describeGaps, isComplaint, isCoverage } from '../readings/statistics/complaints';
import type { Reading } from '../readings/statistics/figures';
import { subjectKey, type Subject } from '../readings/statistics/subject';
import { describeSubject } from './table';

/**
 * What the service says against its figures, in sentences: errors first, then a coverage that is not complete. Pure.
 *
 * @param isWanted chooses the subjects
 */
export function readRemarks(
	{ facts }: Reading,
	accounts: AccountDirectory,
	isWanted: (subject: Subject) => boolean = () => true,
): string[] {
	const wanted = facts.filter(({ subject }) => isWanted(subject));
	const groups = [...groupBy(wanted, ({ subject }) => subjectKey(subject)).values()];
	const remarksOf = (
		matches: (name: string) => boolean,
		read: (value: unknown) => string[],
	): string[] =>
		groups.flatMap((group) => {
			const label = labelOf(Object.assign({}, ...group.map(({ subject }) => subject)), accounts);
			const texts = group.flatMap(({ fields }) =>
				Object.keys(fields).flatMap((name) => (matches(name) ? read(fields[name]) : [])),
			);
			return [...new Set(texts)].map((text) => asSentence(`${label}${text}`));
		});
	return [...remarksOf(isComplaint, readComplaints), ...remarksOf(isCoverage, describeGaps)];
}

function labelOf(subject: Subject, accounts: AccountDirectory): string {
	const { account_id, account_name, platform, post_id }: IDataObject = describeSubject(
		subject,
		accounts,
	);
	const post = firstText(post_id);
	const id = firstText(account_id);
	const account =
		id === undefined
			? undefined
			: accountLabel({ id, name: firstText(account_name), platform: firstText(platform) });
	const names = [account, post === undefined ? undefined : `post ${post}`].filter(
		(name) => name !== undefined,
	);
	return names.length === 0 ? '' : `${names.join(', ')}: `;
}
