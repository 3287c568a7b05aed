import type { Complaint, Preflight } from '../../../api/readings/preflight';
import { readLengthObjection } from '../../../api/readings/preflightRecord';
import type { Item } from '../../../properties/item';
import { workspacePath } from '../../../properties/locators';
import { describeFailure } from '../../../shared/failure';
import { firstText } from '../../../shared/json';
import { RefusedFailure } from '../../../transport/errors';
import { describeDetail, readDetails } from '../../../transport/errorDetails';
import type { PostBody } from '../content/postContent';
import { describeComplaints, preflight } from '../content/preflight';
import { hasUpload, isTooLong, type AccountPreview } from './describePreview';

/**
 * Asks the service whether it would publish the post, and enters its verdicts and objections. Accounts whose files are not
 * uploaded yet are left out, because the service would miss the files.
 *
 * @param body the body of a creation, with the destinations of the accounts in their order
 */
export async function askService(
	item: Item,
	body: PostBody,
	accounts: AccountPreview[],
): Promise<void> {
	const asked = accounts.flatMap((account, index) => (hasUpload(account) ? [] : [index]));
	if (asked.length === 0) return;
	await enterVerdict(item, { body, accounts, asked }, await ask(item, body, asked));
}

interface AskedPost {
	body: PostBody;
	accounts: AccountPreview[];
	/** The indexes of the accounts that the service was asked about. */
	asked: number[];
}

/** Enters what the service says of a post. Its no may be about some accounts only, so it is asked again about the others. */
export async function enterVerdict(
	item: Item,
	{ body, accounts, asked }: AskedPost,
	verdict: Verdict,
): Promise<void> {
	const refused = await enterObjections(item, accounts, asked, verdict);
	if (refused.length === 0 || refused.length === asked.length) return;
	const others = asked.filter((index) => !refused.includes(index));
	await enterObjections(item, accounts, others, await ask(item, body, others));
}

type Verdict = Pick<Preflight, 'ready' | 'objections'>;

/** @returns the indexes of the accounts against which the service objects */
async function enterObjections(
	item: Item,
	accounts: AccountPreview[],
	indexes: number[],
	{ ready, objections }: Verdict,
): Promise<number[]> {
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
			const own = objections.flatMap((objection, nth) =>
				isNews(objection, account, areNamed) ? (texts[nth] ?? []) : [],
			);
			account.problems = [...new Set([...account.problems, ...own])];
		} else if (ready === true && account.ready === null) {
			account.ready = true;
		}
	}
	return refused;
}

/** Whether an objection is about an account, and says more than the account's own problem that a text is too long. */
function isNews(
	{ accountId, text }: Complaint,
	account: AccountPreview,
	areNamed: boolean,
): boolean {
	const isOwn = accountId === account.account_id;
	if (areNamed && !isOwn) return false;
	return (accountId !== undefined && !isOwn) || !repeatsLength(text, account);
}

function repeatsLength(objection: string, account: AccountPreview): boolean {
	const { limit } = account;
	const part = limit === null ? undefined : readLengthObjection(objection, limit);
	return part !== undefined && isTooLong(account, part);
}

/** Asks about some of the accounts. Content that the service does not accept at all is an objection. */
async function ask(item: Item, body: PostBody, indexes: number[]): Promise<Verdict> {
	const json = bodyFor(body, indexes);
	return await preflight(item.connection, workspacePath(item), json).catch((error: unknown) => {
		if (!(error instanceof RefusedFailure)) throw error;
		return { ready: false, objections: objectionsOf(error, json) };
	});
}

/** The details of a refusal if each is about a known account, else the whole refusal. */
function objectionsOf(refusal: RefusedFailure, { destinations = [] }: PostBody): Complaint[] {
	const objections = readDetails(refusal.facts.details).map((detail) => {
		const [list, index, ...field] = detail.path;
		const destination = list === 'destinations' ? destinations[Number(index)] : undefined;
		const path = destination === undefined ? detail.path : field;
		const accountId = detail.accountId ?? firstText(destination?.account_id);
		return { text: describeDetail({ ...detail, path }), accountId };
	});
	const areNamed = objections.every(({ accountId }) => accountId !== undefined);
	if (objections.length > 0 && areNamed) return objections;
	return [{ text: describeFailure(refusal), accountId: undefined }];
}

/** The body of a creation for some of its destinations. */
export function bodyFor(body: PostBody, indexes: number[]): PostBody {
	const { destinations = [] } = body;
	return { ...body, destinations: destinations.filter((_, index) => indexes.includes(index)) };
}
