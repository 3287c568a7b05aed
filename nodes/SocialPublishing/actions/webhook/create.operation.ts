import { workspaceLocator, workspacePath } from '../../properties/locators';
import { newWebhookProperties, toNewWebhook } from '../../properties/webhook';
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
		return { json: await createWebhook(item.connection, workspacePath(item), body) };
	},
};
