import type { INodeProperties } from 'n8n-workflow';

/** Points from an operation to the one that people look for there. */
export function otherOperationNotice(text: string): INodeProperties {
	return { displayName: text, name: 'otherOperationNotice', type: 'notice', default: '' };
}
