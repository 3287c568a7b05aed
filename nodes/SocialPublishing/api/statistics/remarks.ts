import type { IDataObject } from 'n8n-workflow';

import { groupBy } from '../../shared/maps';
import { asSentence } from '../../shared/text/sentences';
import { firstText } from '../../shared/json';
import { accountLabel, type AccountDirectory } from '../accountDirectory';
import { readComplaints } from '../readings/record';
import { hasGaps, isComplaint, isCoverage } from '../readings/statistics/coverage';
import type { Reading } from '../readings/statistics/figures';
import { subjectKey, type Subject } from '../readings/statistics/subject';
import { describeSubject } from './table';

/** Further complaints are only counted. */
const MAX_COMPLAINTS = 3;

/**
 * The service's complaints about its figures, in sentences: errors first, then the numbers of accounts and posts
 * without figures or with incomplete ones. Pure.
 *
 * @param isWanted selects the subjects
 */
export function readRemarks(
	reading: Reading,
	accounts: AccountDirectory,
	isWanted: (subject: Subject) => boolean = () => true,
): string[] {
	const wanted = reading.facts.filter(({ subject }) => isWanted(subject));
	const groups = [...groupBy(wanted, ({ subject }) => subjectKey(subject)).values()].map(
		(group) => ({
			subject: group.reduce<Subject>((merged, { subject }) => ({ ...merged, ...subject }), {}),
			fields: group.map(({ fields }) => fields),
		}),
	);
	const complaints = groups.flatMap(({ subject, fields }) =>
		distinctComplaints(fields).map((text) => asSentence(`${labelOf(subject, accounts)}${text}`)),
	);
	const gaps = groups.filter(({ fields }) => fields.some(statesGaps));
	return [
		...describeComplaints(complaints),
		...countGaps(
			gaps.map(({ subject }) => subject),
			reading,
		),
	];
}

function distinctComplaints(fields: IDataObject[]): string[] {
	const texts = fields.flatMap((own) =>
		Object.keys(own).flatMap((name) => (isComplaint(name) ? readComplaints(own[name]) : [])),
	);
	return [...new Set(texts)];
}

function describeComplaints(complaints: string[]): string[] {
	if (complaints.length === 0) return [];
	const more = complaints.length - MAX_COMPLAINTS;
	const shown = complaints.slice(0, MAX_COMPLAINTS).join(' ');
	return [`The service reports: ${shown}${more > 0 ? ` And ${more} more.` : ''}`];
}

function statesGaps(fields: IDataObject): boolean {
	return Object.keys(fields).some((name) => isCoverage(name) && hasGaps(fields[name]));
}

/** "14 posts have no figures yet." */
function countGaps(subjects: Subject[], { figures }: Reading): string[] {
	const isRecorded = (subject: Subject) =>
		figures.some((figure) => figure.value !== null && isAbout(figure.subject, subject));
	const [none, some] = [subjects.filter((each) => !isRecorded(each)), subjects.filter(isRecorded)];
	return [...count(none, 'no figures yet'), ...count(some, 'incomplete figures')];
}

function count(subjects: Subject[], state: string): string[] {
	const posts = subjects.filter(({ post_id }) => post_id !== undefined);
	const accounts = subjects.filter(
		({ post_id, account_id }) => post_id === undefined && account_id !== undefined,
	);
	const others = subjects.length - posts.length - accounts.length;
	return [
		...have(accounts.length, 'account', state),
		...have(posts.length, 'post', state),
		...(others > 0 ? [`There are ${state}.`] : []),
	];
}

function have(number: number, noun: string, state: string): string[] {
	if (number === 0) return [];
	return [`${number} ${noun}${number === 1 ? ' has' : 's have'} ${state}.`];
}

/** Whether a figure is about a subject, or about a part of it, such as a post on one of its accounts. */
function isAbout(part: Subject, whole: Subject): boolean {
	const { post_id, account_id } = whole;
	if (firstText(part.post_id) !== firstText(post_id)) return false;
	return account_id === undefined || firstText(part.account_id) === firstText(account_id);
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
	const labels = [account, post === undefined ? undefined : `post ${post}`].filter(
		(label) => label !== undefined,
	);
	return labels.length === 0 ? '' : `${labels.join(', ')}: `;
}
