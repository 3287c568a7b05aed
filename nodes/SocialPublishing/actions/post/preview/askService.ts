import type { IDataObject } from 'n8n-workflow';

import type { Complaint } from '../../../api/readings/preflightRecord';
import type { Item } from '../../../properties/item';
import { workspacePath } from '../../../properties/locators';
import { asSentence } from '../../../shared/text/sentences';
import { RefusedFailure } from '../../../transport/errors';
import { describeComplaints, preflight } from '../content/preflight';
import { toPostBody, type PostContent } from '../content/postContent';
import { hasUpload, type AccountPreview } from './describePreview';

/**
 * Asks the service whether it would publish the post, and enters its verdicts and objections. Accounts whose files are not
 * uploaded yet are left out, because the service would miss the files.
 */
export async function askService(
	item: Item,
	content: PostContent,
	accounts: AccountPreview[],
): Promise<void> {
	const asked = accounts.flatMap((account, index) => (hasUpload(account) ? [] : [index]));
	const refused = await ask(item, content, accounts, asked);
	// The service's no may be about some accounts only.
	if (refused.length > 0 && refused.length < asked.length) {
		const others = asked.filter((index) => !refused.includes(index));
		await ask(item, content, accounts, others);
	}
}

/** @returns the indexes of the accounts against which the service objects */
async function ask(
	item: Item,
	content: PostContent,
	accounts: AccountPreview[],
	indexes: number[],
): Promise<number[]> {
	if (indexes.length === 0) return [];
	const body = withoutFiles(content, indexes);
	const { ready, objections } = await askOnce(item, body);
	const ids = new Set(objections.map(({ accountId }) => accountId));
	const isAbout = (index: number) => ids.has(accounts[index]?.account_id);
	const areNamed =
		objections.length > 0 &&
		objections.every(({ accountId }) =>
			indexes.some((index) => accounts[index]?.account_id === accountId),
		);
	const refused = objections.length === 0 ? [] : areNamed ? indexes.filter(isAbout) : indexes;
	const texts = await describeComplaints(item.connection, workspacePath(item), objections);
	for (const index of indexes) {
		const account = accounts[index];
		if (account === undefined) continue;
		if (refused.includes(index)) {
			account.ready = false;
			const own = texts.filter((_text, nth) => isOf(objections[nth], account, areNamed));
			account.problems = [...new Set([...account.problems, ...own])];
		} else if (ready === true && account.ready === null) {
			account.ready = true;
		}
	}
	return refused;
}

function isOf(objection: Complaint | undefined, account: AccountPreview, areNamed: boolean) {
	return !areNamed || objection?.accountId === account.account_id;
}

async function askOnce(item: Item, body: IDataObject) {
	return await preflight(item.connection, workspacePath(item), body).catch((error: unknown) => {
		if (!(error instanceof RefusedFailure)) throw error;
		const objection: Complaint = { text: asSentence(error.message), accountId: undefined };
		return { ready: false, objections: [objection] };
	});
}

/** The body for some of the accounts, which have no files to upload. */
function withoutFiles(content: PostContent, indexes: number[]): IDataObject {
	const body = toPostBody(content, []);
	const destinations = [body.destinations ?? []].flat();
	return { ...body, destinations: destinations.filter((_each, index) => indexes.includes(index)) };
}
