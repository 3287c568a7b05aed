import type { INodeProperties } from 'n8n-workflow';

/** The collection of an operation's optional fields. */
export function optionsCollection(options: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [...options].sort((a, b) => a.displayName.localeCompare(b.displayName)),
	};
}

/** Points from an operation to the one that people look for there. */
export function otherOperationNotice(text: string): INodeProperties {
	return { displayName: text, name: 'otherOperationNotice', type: 'notice', default: '' };
}
