import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { readName } from '../api/readings/record';
import { path } from '../transport/address';
import { readChoices, type Choice, type ChoiceMaker } from './choices';
import { chosenWorkspace, describeAccount, named } from './listSearch';
import { connectPicker } from './pickerConnection';

/** The connected accounts of the chosen workspace. */
export async function getAccounts(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await loadChoices(this, 'list the accounts', 'accounts', named(describeAccount));
}

/** The brands of the chosen workspace, and an option for what belongs to none. */
export async function getBrands(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const none: Choice = { name: 'Without a Brand', value: 'none' };
	return await loadChoices(this, 'list the brands', 'brands', named(readName), none);
}

/** The media of the chosen workspace. */
export async function getMedia(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await loadChoices(this, 'list the media', 'media', named(readName));
}

/** Empty until a workspace is chosen. A dropdown is filled once, so it has all that may be read. */
async function loadChoices(
	functions: ILoadOptionsFunctions,
	purpose: string,
	segment: string,
	makeChoices: ChoiceMaker,
	...before: Choice[]
): Promise<INodePropertyOptions[]> {
	const connection = await connectPicker(functions);
	const workspace = await chosenWorkspace(functions, connection);
	if (workspace === undefined) return [];
	const request = { purpose, path: `${workspace}${path(segment)}` };
	const { results } = await readChoices(connection, request, makeChoices, { isWhole: true });
	return [...before, ...results];
}
