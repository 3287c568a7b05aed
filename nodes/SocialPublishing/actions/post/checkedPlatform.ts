import type { INodeProperties } from 'n8n-workflow';

import type { Item } from '../../properties/item';
import { asBoolean, readParameter } from '../../properties/parameters';

export const checkedPlatformProperty: INodeProperties = {
	displayName: 'Checked Platform',
	name: 'checkedPlatform',
	type: 'boolean',
	default: false,
	description:
		'Whether you have checked that the post is not on the platform. Required to retry a delivery whose outcome is unclear.',
};

export function readCheckedPlatform(item: Item): boolean {
	return asBoolean(readParameter(item, 'checkedPlatform', false), 'Checked Platform', false);
}
