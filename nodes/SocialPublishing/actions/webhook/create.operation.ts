import { createWebhook } from '../../commands/createWebhook';
import { executionScope } from '../../properties/item';
import { workspaceLocator, workspacePath } from '../../properties/locators';
import { readCollection, readParameter } from '../../properties/parameters';
import { newWebhookProperties, toNewWebhook } from '../../properties/webhook';
import { readEntry, writeEntry } from '../../commands/journal';
import type { Operation } from '../operation';

/** Creates a signed webhook. The service returns its secret only here. */
export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create webhook',
		description:
			'Create a signed webhook and return its signing secret, which the service returns only once',
	},
	properties: [workspaceLocator, ...newWebhookProperties],

	prepare(item) {
		const body = toNewWebhook({
			url: readParameter(item, 'url', ''),
			events: readParameter(item, 'events', []),
			otherFields: readCollection(item, 'options').otherFields,
		});
		const workspace = workspacePath(item);
		const name = ['webhook', item.connection.baseUrl, workspace, body];
		const scope = executionScope(item);
		return async () => {
			const earlier = readEntry(scope, name);
			const webhook = earlier ?? (await createWebhook(item.connection, workspace, body, scope));
			writeEntry(scope, name, webhook);
			return { json: { ...webhook } };
		};
	},
};
