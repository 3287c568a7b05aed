import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { readAccount } from '../api/readings/account';
import { readName } from '../api/readings/record';
import type { Choice, ChoiceMaker } from './choices';
import { describeAccount, describeMedia, named } from './listSearch';
import { connectPicker } from './pickerConnection';
import { readWorkspaceChoices } from './workspaceChoices';

/** The connected accounts. */
export async function getAccounts(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await loadChoices(this, 'accounts', () => named(describeAccount));
}

/** The brands, and an option for what belongs to none. */
export async function getBrands(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const none: Choice = { name: 'Without a Brand', value: 'none' };
	return [none, ...(await loadChoices(this, 'brands', () => named(readName)))];
}

/** The files of the media library. */
export async function getMedia(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return await loadChoices(this, 'media', () => named(describeMedia));
}

/** The platforms of the connected accounts. */
export async function getPlatforms(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const choices = await loadChoices(
		this,
		'accounts',
		() => (record) =>
			readAccount(record).flatMap(({ platform: name }) => (name ? [{ name, value: name }] : [])),
	);
	const byValue = new Map(choices.map((choice) => [choice.value, choice]));
	return [...byValue.values()].map(({ name, value }) => ({ name: value.trim() || name, value }));
}

/** A dropdown is filled once, so it has all that may be read. */
async function loadChoices(
	functions: ILoadOptionsFunctions,
	segment: string,
	prepare: () => ChoiceMaker,
): Promise<Choice[]> {
	const connection = await connectPicker(functions);
	const list = { purpose: `list the ${segment}`, segments: [segment], prepare };
	const { results } = await readWorkspaceChoices(functions, connection, list, { isWhole: true });
	return results;
}
