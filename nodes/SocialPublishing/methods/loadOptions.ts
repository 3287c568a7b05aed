import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { readName } from '../api/readings/record';
import { fetchList } from '../transport/paginate';
import { chosenWorkspace, describeAccount, named, distinct } from './listSearch';
import { connectPicker } from './pickerConnection';

/** The connected accounts of the chosen workspace. */
export async function getAccounts(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const workspace = chosenWorkspace(this);
	if (workspace === undefined) return [];
	const accounts = await fetchList(await connectPicker(this), {
		purpose: 'list the accounts',
		path: `${workspace}/accounts`,
		limit: undefined,
	});
	return distinct(accounts.flatMap(named(describeAccount)));
}

/** The brands of the chosen workspace, and an option for what belongs to none. */
export async function getBrands(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const workspace = chosenWorkspace(this);
	if (workspace === undefined) return [];
	const brands = await fetchList(await connectPicker(this), {
		purpose: 'list the brands',
		path: `${workspace}/brands`,
		limit: undefined,
	});
	return [{ name: 'Without a Brand', value: 'none' }, ...distinct(brands.flatMap(named(readName)))];
}
