import { AgingCache, getOrCompute, memoize } from '../shared/maps';
import { CancelledFailure, ServiceFailure } from '../shared/failure';
import { path } from '../transport/address';
import type { Connection } from '../transport/connection';
import { fetchList } from '../transport/paginate';
import { readAccount, type Account } from './readings/account';

/** The accounts of a workspace by id. */
export type AccountDirectory = ReadonlyMap<string, Account>;

const LIFETIME_MS = 5 * 60 * 1_000;

/** The directories of a credential by workspace; a rate limiter stands for the credential. */
const cachedDirectories = new AgingCache<Connection['rateLimiter'], AccountDirectory>(LIFETIME_MS);

/** What one run of a node has asked for, also where it could not be read. */
interface RunReading {
	directory: Promise<AccountDirectory>;
	isFromCache: boolean;
}

const readingsOf = memoize<Connection, Map<string, RunReading>>(() => new Map());

/**
 * Reads the accounts of a workspace: at most once in a run of a node, and not again for five minutes.
 *
 * @throws ServiceFailure when they cannot be read; it is the same for the whole run
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
 * Reads the accounts again if this run has them from the cache only: an account may have been connected a minute ago.
 *
 * @throws ServiceFailure when they cannot be read
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

/** The accounts as they were read last, however long ago; undefined if they never were. */
export function recallAccountDirectory(
	{ rateLimiter }: Connection,
	workspacePath: string,
): AccountDirectory | undefined {
	return cachedDirectories.get(rateLimiter, workspacePath)?.value;
}

/** The accounts for texts that name them: where they cannot be read, as far as they are known, so that ids may stand for them. */
export async function readAccountNames(
	connection: Connection,
	workspacePath: string,
): Promise<AccountDirectory> {
	const directory = await unlessUnreadable(readAccountDirectory(connection, workspacePath));
	return directory ?? recallAccountDirectory(connection, workspacePath) ?? new Map();
}

/** Accounts that are being read; undefined where they cannot be. */
export async function unlessUnreadable(
	reading: Promise<AccountDirectory>,
): Promise<AccountDirectory | undefined> {
	return await reading.catch((error: unknown) => {
		if (error instanceof ServiceFailure && !(error instanceof CancelledFailure)) return undefined;
		throw error;
	});
}

/** `Name (platform)`; without a name, the id stands for it. */
export function accountLabel({ id, name, platform }: Omit<Account, 'record'>): string {
	return `${name ?? id}${platform === undefined ? '' : ` (${platform})`}`;
}

/** As `accountLabel`, with the id where several of the accounts have the same label. */
export function accountLabels(accounts: Array<Omit<Account, 'record'>>): string[] {
	const labels = accounts.map(accountLabel);
	return accounts.map((account) => {
		const label = accountLabel(account);
		const isUnique = labels.filter((other) => other === label).length === 1;
		return isUnique ? label : `${label} [${account.id}]`;
	});
}

/** Whether a label of `accountLabels` shows the id. In a name, a short id may occur by chance. */
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
