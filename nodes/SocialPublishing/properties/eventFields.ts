import type { INodeProperties } from 'n8n-workflow';

/** The fields that both triggers have, below the events. */
export const eventFields: INodeProperties[] = [
	{
		displayName: 'Account Names or IDs',
		name: 'accountIds',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'getAccounts', loadOptionsDependsOn: ['workspaceId.value'] },
		default: [],
		description:
			'Only events about these accounts start the workflow, and events that name no account; leave it empty for all accounts. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	},
	{
		displayName: 'Include Resource',
		name: 'includeResource',
		type: 'boolean',
		default: true,
		description:
			'Whether to read the post (with its ETag) or the file that the event is about and add it as <code>resource</code>, and before the event <code>account_name</code>, <code>platform</code>, <code>post_text</code>, <code>post_url</code> and <code>error_message</code> where they are known. If the resource cannot be read, <code>resourceError</code> contains the reason.',
	},
];
