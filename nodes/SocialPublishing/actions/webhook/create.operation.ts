import { executionScope } from '../../properties/idempotency';
import { workspaceLocator, workspacePath } from '../../properties/locators';
import { newWebhookProperties, toNewWebhook } from '../../properties/webhook';
import { recallTry, rememberTry } from '../../transport/tries';
import { createWebhook } from '../../transport/webhooks';
import type { Operation } from '../operation';
import { readParameter } from '../parameters';

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
		const name = ['webhook', item.connection.baseUrl, workspace, body];
		const scope = executionScope(item);
		const earlier = recallTry(scope, name);
		const webhook = earlier ?? (await createWebhook(item.connection, workspace, body));
		rememberTry(scope, name, webhook);
		return { json: { ...webhook } };
	},
};
