import type { INodeProperties } from 'n8n-workflow';

import type { Item } from '../../properties/item';
import { asBoolean, readParameter } from '../../properties/parameters';

const LABEL = 'I Checked That It Is Not Online';

export const checkedPlatformProperty: INodeProperties = {
	displayName: LABEL,
	name: 'checkedPlatform',
	type: 'boolean',
	default: false,
	builderHint: {
		propertyHint: 'Leave this off. Only a person who has looked at the platform may turn it on.',
	},
	description:
		'Whether you have looked at the platform and the post is not there. Needed to retry a delivery whose outcome is uncertain, because it might otherwise appear twice.',
};

export function readCheckedPlatform(item: Item): boolean {
	return asBoolean(readParameter(item, 'checkedPlatform', false), LABEL, false);
}
