import { readRecordId } from './readings/record';
import {
	asRequestFailure,
	describeFailure,
	InputFailure,
	isTemporary,
	ServiceFailure,
} from '../shared/failure';
import { getOrCompute, memoize } from '../shared/maps';
import type { Connection } from '../transport/connection';
import { RefusedFailure } from '../transport/errors';
import { fetchList } from '../transport/paginate';
import {
	accountLabel,
	accountLabels,
	readAccountDirectory,
	recallAccountDirectory,
	renewAccountDirectory,
	type AccountDirectory,
} from './accountDirectory';
import { type Account, mayBelongTo } from './readings/account';

/** A text that refers to one account or several. */
export interface AccountReference {
	/** An ID, `Name (platform)` or a name. */
	text: string;
	/** The references that the text consists of, if the whole text is not the name of an account. */
	parts: string[];
}

/** A longer list would make the error unreadable. */
const MAX_LISTED = 50;

/**
 * The IDs of accounts that may be given by name, in the order of the references. If the accounts cannot be listed, the last
 * list known decides. What it does not contain is returned unchanged if it is certain to be an ID, or if the credential may
 * not list accounts: the service refuses unknown IDs.
 *
 * @param isChosen whether a text was chosen from a list in the editor, and so is an ID
 * @throws InputFailure if a text refers to no account, or to more than one, or if that cannot be known now
 */
export async function resolveAccounts(
	connection: Connection,
	workspacePath: string,
	references: AccountReference[],
	isChosen: (text: string) => boolean = () => false,
): Promise<string[][]> {
	// The ID of an account never changes, so an old list suffices.
	const known = recallAccountDirectory(connection, workspacePath);
	if (known !== undefined && references.every(({ text }) => known.has(text))) {
		return references.map(({ text }) => [text]);
	}
	const listing = await listUntilResolved(connection, workspacePath, references);
	const accounts = listing instanceof ServiceFailure ? (known ?? new Map()) : listing;
	const toId = (part: string): string => {
		if (!(listing instanceof ServiceFailure) || findAccounts(accounts, part).length > 0) {
			return requireAccount(accounts, part).id;
		}
		if (isChosen(part)) return part;
		if (isTemporary(listing)) throw unlistedAccount(part, listing);
		unlistedIn(connection).add(listing);
		return part;
	};
	return references.map((reference) => partsIn(accounts, reference).map(toId));
}

/** Why a run could not look up texts that it sent as the IDs of accounts. */
const unlistedIn = memoize<Connection, Set<ServiceFailure>>(() => new Set());

/** For `.catch` of the work on an item: a refusal about accounts may be due to a name that could not be looked up. */
export function explainingUnlisted(connection: Connection): (error: unknown) => never {
	return (error) => {
		const [listing] = unlistedIn(connection);
		if (listing === undefined || !(error instanceof RefusedFailure)) throw error;
		if (!/account/i.test(describeFailure(error))) throw error;
		const outcome = 'Names of accounts could not be looked up, so only their IDs can be used.';
		throw error.withAdvice(`${outcome} ${describeFailure(listing)}`);
	};
}

/** The accounts, read again if a cached list does not resolve all references; the failure if they cannot be listed. */
async function listUntilResolved(
	connection: Connection,
	workspacePath: string,
	references: AccountReference[],
): Promise<AccountDirectory | ServiceFailure> {
	const listed = await readAccountDirectory(connection, workspacePath).catch(asRequestFailure);
	if (listed instanceof ServiceFailure || !references.some(isUnresolvedIn(listed))) return listed;
	return await renewAccountDirectory(connection, workspacePath).catch(asRequestFailure);
}

/** The accounts that a text may refer to. A matching ID wins, then `Name (platform)`, then the name. Pure. */
export function findAccounts(directory: AccountDirectory, text: string): Account[] {
	const own = directory.get(text) ?? directory.get(text.trim());
	if (own !== undefined) return [own];
	const wanted = normalized(text);
	const accounts = [...directory.values()];
	const labelled = accounts.filter((account) => normalized(accountLabel(account)) === wanted);
	if (labelled.length > 0) return labelled;
	return accounts.filter(({ name }) => name !== undefined && normalized(name) === wanted);
}

function isUnresolvedIn(directory: AccountDirectory): (reference: AccountReference) => boolean {
	return (reference) =>
		partsIn(directory, reference).some((part) => findAccounts(directory, part).length !== 1);
}

/** The references that a text consists of: one if the whole text is the name of an account. Pure. */
export function partsIn(directory: AccountDirectory, { text, parts }: AccountReference): string[] {
	return findAccounts(directory, text).length > 0 ? [text] : parts;
}

function requireAccount(directory: AccountDirectory, text: string): Account {
	const candidates = findAccounts(directory, text);
	const [only, ...others] = candidates;
	if (only === undefined) throw unknownAccount(directory, text);
	if (others.length === 0) return only;
	throw new InputFailure(
		`"${text}" is the name of ${candidates.length} accounts`,
		`Enter one of these, or an ID: ${listAccounts(candidates)}.`,
	);
}

function unknownAccount(directory: AccountDirectory, text: string): InputFailure {
	const accounts = [...directory.values()];
	const advice =
		accounts.length === 0
			? 'No account is connected to this workspace. Connect one in the service.'
			: `The accounts of this workspace are: ${listAccounts(accounts)}.`;
	return new InputFailure(`There is no account "${text}"`, advice);
}

function unlistedAccount(text: string, listing: ServiceFailure): InputFailure {
	return new InputFailure(
		`Could not list the accounts, so the node cannot look up "${text}"`,
		`Try again later, or choose the account from the list. ${describeFailure(listing)}`,
	);
}

function listAccounts(accounts: Account[]): string {
	const listed = accounts.slice(0, MAX_LISTED);
	const labels = accountLabels(listed);
	const more = accounts.length - listed.length;
	return more > 0 ? `${labels.join(', ')} and ${more} more` : labels.join(', ');
}

function normalized(text: string): string {
	return text.trim().normalize().toLowerCase();
}

/** The accounts of the brands that a run of a node has requested. */
const brandsOf = memoize<Connection, Map<string, Promise<string[]>>>(() => new Map());

/**
 * The IDs of all accounts of a brand, sorted, because the service may list them in any order. Read once per run.
 *
 * @param brandId an ID, or `none` for the accounts without a brand
 * @throws InputFailure if the brand has no accounts
 */
export async function readBrandAccounts(
	connection: Connection,
	workspacePath: string,
	brandId: string,
): Promise<string[]> {
	const key = JSON.stringify([workspacePath, brandId]);
	return await getOrCompute(brandsOf(connection), key, async () => {
		const records = await fetchList(connection, {
			purpose: 'list the accounts of the brand',
			path: `${workspacePath}/accounts`,
			query: { brand_id: brandId },
			limit: undefined,
		});
		// A service that ignores the filter also lists accounts of other brands.
		const listed = records.filter((record) => mayBelongTo(record, brandId));
		const ids = listed.flatMap((record) => readRecordId(record) ?? []);
		if (ids.length > 0) return [...new Set(ids)].sort();
		throw brandId === 'none'
			? new InputFailure(
					'There is no account without a brand',
					'Choose a brand or individual accounts instead.',
				)
			: new InputFailure(
					'The brand has no accounts',
					'Add accounts to the brand, or choose other accounts.',
				);
	});
}
