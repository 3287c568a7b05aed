import { getOrCompute, memoize } from '../shared/maps';
import { InputFailure } from '../shared/failure';
import { firstText } from '../shared/json';
import type { Connection } from '../transport/connection';
import { fetchList } from '../transport/paginate';
import { mayBelongTo } from './readings/account';

/** The accounts of the brands that one run of a node has asked for. */
const brandsOf = memoize<Connection, Map<string, Promise<string[]>>>(() => new Map());

/**
 * The ids of all accounts of a brand, in an order of their own: the service may list them in any. Read once in a run.
 *
 * @param brandId an id, or `none` for the accounts without a brand
 * @throws InputFailure when the brand has no account
 */
export async function readBrandAccounts(
	connection: Connection,
	workspacePath: string,
	brandId: string,
): Promise<string[]> {
	const key = JSON.stringify([workspacePath, brandId]);
	return await getOrCompute(
		brandsOf(connection),
		key,
		async () => await fetchBrandAccounts(connection, workspacePath, brandId),
	);
}

async function fetchBrandAccounts(
	connection: Connection,
	workspacePath: string,
	brandId: string,
): Promise<string[]> {
	const records = await fetchList(connection, {
		purpose: 'list the accounts of the brand',
		path: `${workspacePath}/accounts`,
		query: { brand_id: brandId },
		limit: undefined,
	});
	// A post must not reach another brand because the service does not know the filter.
	const ids = records
		.filter((record) => mayBelongTo(record, brandId))
		.map(({ id }) => firstText(id))
		.filter((id) => id !== undefined);
	if (ids.length > 0) return [...new Set(ids)].sort();
	throw new InputFailure(
		brandId === 'none' ? 'There is no account without a brand' : 'The brand has no accounts',
		'Add accounts to the brand, or choose other destinations.',
	);
}
