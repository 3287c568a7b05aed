import { ignoreRequestFailure } from '../shared/failure';
import { AgingCache, getOrCompute, memoize } from '../shared/maps';
import { path } from '../transport/address';
import type { Connection } from '../transport/connection';
import { RefusedFailure } from '../transport/errors';
import { fetchList } from '../transport/paginate';
import { readAccount, type Account } from './readings/account';

/** The accounts of a workspace by ID. */
export type AccountDirectory = ReadonlyMap<string, Account>;

/** An account as far as it is known. */
interface Nameable {
	id: string;
	name: string | null | undefined;
	platform: string | null | undefined;
}

const LIFETIME_MS = 5 * 60 * 1_000;

/** The directories of each credential by workspace. The rate limiter identifies the credential. */
const cachedDirectories = new AgingCache<Connection['rateLimiter'], AccountDirectory>(LIFETIME_MS);

/** The directory that a run of a node has requested, even if the request failed. */
interface RunReading {
	directory: Promise<AccountDirectory>;
	isFromCache: boolean;
}

const readingsOf = memoize<Connection, Map<string, RunReading>>(() => new Map());

/**
 * Reads the accounts of a workspace at most once per run of a node, and caches them for five minutes.
 *
 * @throws ServiceFailure if they cannot be read; the same one for the whole run
 */
export async function readAccountDirectory(
	connection: Connection,
	workspacePath: string,
): Promise<AccountDirectory> {
	const reading = getOrCompute(readingsOf(connection), workspacePath, () =>
		readOrRecall(connection, workspacePath),
	);
	return await reading.directory;
}

/**
 * Reads the accounts again if this run has only cached ones: an account may have been connected a minute ago.
 *
 * @throws ServiceFailure if they cannot be read
 */
export async function renewAccountDirectory(
	connection: Connection,
	workspacePath: string,
): Promise<AccountDirectory> {
	const readings = readingsOf(connection);
	if (readings.get(workspacePath)?.isFromCache !== false) {
		const directory = fetchDirectory(connection, workspacePath);
		readings.set(workspacePath, { directory, isFromCache: false });
	}
	return await readAccountDirectory(connection, workspacePath);
}

/** Statuses with which the service may refuse an account that no longer has this ID; undefined for an objection of its check. */
const ACCOUNT_REFUSALS = new Set([400, 403, 404, 422, undefined]);

/**
 * For `.catch` of the work on an item. An account that was connected anew has another ID, so if this run knows the accounts
 * from the cache, a refusal that may be due to this makes the next run read them again.
 */
export function refreshingAccounts(connection: Connection): (error: unknown) => never {
	return (error) => {
		const isRefused = error instanceof RefusedFailure && ACCOUNT_REFUSALS.has(error.facts.status);
		const isFromCache = [...readingsOf(connection).values()].some((each) => each.isFromCache);
		if (isRefused && isFromCache) cachedDirectories.age(connection.rateLimiter);
		throw error;
	};
}

/** The accounts as last read, however long ago; undefined if they were never read. */
export function recallAccountDirectory(
	{ rateLimiter }: Connection,
	workspacePath: string,
): AccountDirectory | undefined {
	return cachedDirectories.get(rateLimiter, workspacePath)?.value;
}

/** The accounts, for texts that name them. If they cannot be read, those last read; unknown accounts go by their IDs. */
export async function readAccountNames(
	connection: Connection,
	workspacePath: string,
): Promise<AccountDirectory> {
	const reading = readAccountDirectory(connection, workspacePath);
	const directory = await reading.catch(ignoreRequestFailure);
	return directory ?? recallAccountDirectory(connection, workspacePath) ?? new Map();
}

/** `Name (platform)`, with the ID instead of an unknown name. */
export function accountLabel({ id, name, platform }: Nameable): string {
	const suffix = platform === null || platform === undefined ? '' : ` (${platform})`;
	return `${name ?? id}${suffix}`;
}

/** As `accountLabel`, with the ID added if several of the accounts have the same label. */
export function accountLabels(accounts: Nameable[]): string[] {
	const labels = accounts.map(accountLabel);
	return accounts.map((account) => {
		const label = accountLabel(account);
		const isUnique = labels.filter((other) => other === label).length === 1;
		return isUnique ? label : `${label} [${account.id}]`;
	});
}

/** Whether a label from `accountLabels` shows the ID. A short ID that occurs in a name by chance does not count. */
export function showsId(label: string, id: string): boolean {
	return label === id || label.startsWith(`${id} (`) || label.endsWith(`[${id}]`);
}

function readOrRecall(connection: Connection, workspacePath: string): RunReading {
	const cached = cachedDirectories.get(connection.rateLimiter, workspacePath);
	return cached?.isFresh
		? { directory: Promise.resolve(cached.value), isFromCache: true }
		: { directory: fetchDirectory(connection, workspacePath), isFromCache: false };
}

async function fetchDirectory(
	connection: Connection,
	workspacePath: string,
): Promise<AccountDirectory> {
	const records = await fetchList(connection, {
		purpose: 'list the accounts',
		path: `${workspacePath}${path('accounts')}`,
		limit: undefined,
	});
	const directory = new Map(
		records.flatMap((record) => readAccount(record)).map((account) => [account.id, account]),
	);
	cachedDirectories.set(connection.rateLimiter, workspacePath, directory);
	return directory;
}
