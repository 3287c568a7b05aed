import type { IDataObject } from 'n8n-workflow';

import { executionScope } from '../../properties/idempotency';
import { workspaceLocator, workspacePath } from '../../properties/locators';
import { newWebhookProperties, toNewWebhook } from '../../properties/webhook';
import { canonicalJson } from '../../transport/idempotency';
import { Memory } from '../../transport/memory';
import { createWebhook } from '../../transport/webhooks';
import type { Operation } from '../operation';
import { readParameter } from '../parameters';

/** n8n's Retry On Fail runs the items anew that went well before; one of them must not get a second webhook. */
const created = new Memory<IDataObject>(100);

/** Makes a signed webhook. Its secret is told only now. */
export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create a webhook',
		description: 'Make a signed webhook; its signing secret is returned only this once',
	},
	overlaps: false,
	properties: [workspaceLocator, ...newWebhookProperties],

	async execute(item) {
		const body = toNewWebhook({
			url: readParameter(item, 'url', ''),
			events: readParameter(item, 'events', []),
			otherFields: readParameter(item, 'otherFields', '{}'),
		});
		const workspace = workspacePath(item);
		const name = canonicalJson([item.connection.baseUrl, workspace, executionScope(item), body]);
		const webhook = created.get(name) ?? (await createWebhook(item.connection, workspace, body));
		created.set(name, webhook);
		return { json: { ...webhook } };
	},
};
