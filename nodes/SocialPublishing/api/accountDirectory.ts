import type { IDataObject } from 'n8n-workflow';

import { clock } from '../shared/clock';
import { CancelledFailure, ServiceFailure } from '../shared/failure';
import { firstText, textOf } from '../shared/json';
import { path } from '../transport/address';
import type { Connection } from '../transport/connection';
import { fetchList } from '../transport/paginate';

/** A connected social account, as far as the service describes it. */
export interface Account {
	id: string;
	/** Undefined where the service tells none. */
	name: string | undefined;
	platform: string | undefined;
	/** The record as the service sent it. */
	record: IDataObject;
}

/** The accounts of a workspace by id. */
export type AccountDirectory = ReadonlyMap<string, Account>;

interface CachedDirectory {
	directory: AccountDirectory;
	readAtMs: number;
}

const LIFETIME_MS = 5 * 60 * 1_000;

/** The directories of a credential; a pacer stands for the credential. */
const cachedDirectories = new WeakMap<Connection['pacer'], Map<string, CachedDirectory>>();
/** The directories that one run of a node has asked for, also those that could not be read. */
const runDirectories = new WeakMap<Connection, Map<string, Promise<AccountDirectory>>>();

/**
 * Reads the accounts of a workspace: at most once in a run of a node, and not again for five minutes.
 *
 * @throws ServiceFailure when they cannot be read; it is the same for the whole run
 */
export async function readAccountDirectory(
	connection: Connection,
	workspacePath: string,
): Promise<AccountDirectory> {
	const known = entryOf(runDirectories, connection);
	const reading = known.get(workspacePath) ?? readOrRecall(connection, workspacePath);
	known.set(workspacePath, reading);
	return await reading;
}

/** The accounts for texts that name them: empty when they cannot be read, so that the ids stand for them. */
export async function readAccountNames(
	connection: Connection,
	workspacePath: string,
): Promise<AccountDirectory> {
	return await readAccountDirectory(connection, workspacePath).catch((error: unknown) => {
		if (error instanceof ServiceFailure && !(error instanceof CancelledFailure)) return new Map();
		throw error;
	});
}

/** `Name (platform)`; without a name, the id stands for it. */
export function accountLabel({ id, name, platform }: Omit<Account, 'record'>): string {
	return `${name ?? id}${platform === undefined ? '' : ` (${platform})`}`;
}

async function readOrRecall(
	connection: Connection,
	workspacePath: string,
): Promise<AccountDirectory> {
	const cache = entryOf(cachedDirectories, connection.pacer);
	const cached = cache.get(workspacePath);
	if (cached !== undefined && clock.now() < cached.readAtMs + LIFETIME_MS) return cached.directory;
	const records = await fetchList(connection, {
		purpose: 'list the accounts',
		path: `${workspacePath}${path('accounts')}`,
		limit: undefined,
	});
	const directory = new Map(
		records.flatMap((record) => readAccount(record)).map((account) => [account.id, account]),
	);
	cache.set(workspacePath, { directory, readAtMs: clock.now() });
	return directory;
}

/** Reads an account record; nothing where it has no id. */
export function readAccount(record: IDataObject): Account[] {
	const id = firstText(record.id);
	if (id === undefined) return [];
	const { name, display_name, title, username, handle } = record;
	return [
		{
			id,
			name: firstText(name, display_name, title, username, handle),
			platform: textOf(record.platform),
			record,
		},
	];
}

function entryOf<K extends object, V>(map: WeakMap<K, Map<string, V>>, key: K): Map<string, V> {
	const entry = map.get(key) ?? new Map<string, V>();
	map.set(key, entry);
	return entry;
}
