import type { INodeProperties } from 'n8n-workflow';

export const includeResourceProperty: INodeProperties = {
	displayName: 'Include Resource',
	name: 'includeResource',
	type: 'boolean',
	default: false,
	description:
		'Whether to read the post (with its ETag) or the file that the event is about and add it as <code>resource</code>, and beside it <code>account_name</code>, <code>platform</code>, <code>post_text</code>, <code>post_url</code> and <code>error_message</code> where they are known. If the resource cannot be read, <code>resourceError</code> contains the reason.',
};
