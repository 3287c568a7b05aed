import type { IDataObject } from 'n8n-workflow';

import { path } from '../transport/address';
import type { Connection } from '../transport/connection';
import { fetchList } from '../transport/paginate';

export interface NewWebhook extends IDataObject {
	url: string;
	/** Event types, such as `post.published`. */
	events: string[];
}

export function webhookPath(workspacePath: string, id: string): string {
	return `${workspacePath}${path('webhooks', id)}`;
}

/** The webhooks that this credential has created in the workspace. */
export async function listWebhooks(
	connection: Connection,
	workspacePath: string,
): Promise<IDataObject[]> {
	return await fetchList(connection, {
		purpose: 'list the webhooks',
		path: `${workspacePath}/webhooks`,
		limit: undefined,
	});
}
