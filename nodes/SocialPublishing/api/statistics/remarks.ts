import type { IDataObject } from 'n8n-workflow';

import { asSentence } from '../../shared/sentences';
import { firstText, isRecord } from '../../shared/json';
import { accountLabel, type AccountDirectory } from '../accountDirectory';
import { readErrorText } from '../records';
import type { Reading } from './figures';
import { groupBy } from './metrics';
import { subjectKey, type Subject } from './subject';
import { describeSubject } from './table';

const COMPLAINTS = /(^|_)(errors?|warnings?|notices?)$/;
const COVERAGE = /(^|_)coverage$/;

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
	const remarksOf = (matches: RegExp, read: (value: unknown) => string[]): string[] =>
		groups.flatMap((group) => {
			const label = labelOf(Object.assign({}, ...group.map(({ subject }) => subject)), accounts);
			const texts = group.flatMap(({ fields }) =>
				Object.keys(fields).flatMap((name) => (matches.test(name) ? read(fields[name]) : [])),
			);
			return [...new Set(texts)].map((text) => asSentence(`${label}${text}`));
		});
	return [...remarksOf(COMPLAINTS, readComplaints), ...remarksOf(COVERAGE, describeGaps)];
}

function readComplaints(value: unknown): string[] {
	return [value].flat().flatMap((entry) => {
		const text = isRecord(entry) ? (readErrorText(entry) ?? firstText(entry.code)) : undefined;
		return text ?? firstText(entry) ?? [];
	});
}

/** The counts of a coverage that differ: some of what was asked for is not recorded. */
function describeGaps(coverage: unknown): string[] {
	if (!isRecord(coverage))
		return firstText(coverage) === undefined ? [] : [`coverage ${String(coverage)}`];
	const counts = Object.entries(coverage).filter(([, value]) => typeof value === 'number');
	if (new Set(counts.map(([, value]) => value)).size < 2) return [];
	return [`coverage ${counts.map(([name, value]) => `${name} ${String(value)}`).join(', ')}`];
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
