import type { IDataObject } from 'n8n-workflow';

import { path } from '../transport/address';
import type { Connection } from '../transport/connection';
import { fetchList } from '../transport/paginate';
import { readWebhook, type Webhook } from './readings/webhook';

export interface NewWebhook extends IDataObject {
	url: string;
	/** Event types, such as `post.published`. */
	events: string[];
}

export function webhookPath(workspacePath: string, id: string): string {
	return `${workspacePath}${path('webhooks', id)}`;
}

/** A list of webhooks may be that old. */
export const LIST_DELAY_MS = 2_000;

/** The webhooks that this credential has created in the workspace. */
export async function listWebhooks(
	connection: Connection,
	workspacePath: string,
): Promise<Webhook[]> {
	const request = { purpose: 'list the webhooks', path: `${workspacePath}/webhooks` };
	return (await fetchList(connection, { ...request, limit: undefined })).map(readWebhook);
}
