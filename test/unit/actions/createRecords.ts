import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { jpeg } from '../support/files';
import { byId, itemWithFile, type Studio } from '../support/nodeHarness';

/** Nothing listens here, so events to this address fail. */
export const DEAF_ADDRESS = 'http://127.0.0.1:9/hook';
export const HOUR_MS = 3_600_000;

export const bread = (studio: Studio) => studio.service.accountId('Bread on Shortpost');

/** The first output item of a run that has to succeed. */
export async function made(studio: Studio, name: string, parameters: INodeParameters = {}) {
	const [resource = '', operation = ''] = name.split(':');
	const { items, error } = await studio.run(resource, operation, parameters);
	if (error !== undefined) throw new Error(`${name}: ${error.message}`);
	return items[0]?.json ?? {};
}

export async function draft(studio: Studio, account = 'Bread on Shortpost') {
	const accountIds = [studio.service.accountId(account)];
	const { id, etag } = await made(studio, 'post:create', { text: 'Fresh bread', accountIds });
	return { postId: byId(String(id)), id, etag: String(etag) };
}

export async function scheduled(studio: Studio) {
	const { postId, id } = await draft(studio);
	const scheduledAt = studio.service.clock.iso(studio.service.clock.now() + HOUR_MS / 2);
	await made(studio, 'post:schedule', { postId, scheduledAt });
	return { postId, id };
}

/** A post that did not get through to its account. */
export async function failed(studio: Studio) {
	const { postId, id } = await draft(studio, 'Always fails');
	const options = { waitForOutcome: true, failOn: 'never' };
	const post = await made(studio, 'post:publish', { postId, options });
	const [destination] = [post.destinations].flat() as IDataObject[];
	return { postId, id, destinationId: String(destination?.id) };
}

export async function picture(studio: Studio) {
	const input = [await itemWithFile(await jpeg(), 'bread.jpg', 'image/jpeg')];
	const { items } = await studio.run('media', 'upload', {}, { input });
	const id = String(items[0]?.json.id);
	return { mediaId: byId(id), id };
}

export async function webhook(studio: Studio) {
	const parameters = { url: DEAF_ADDRESS, events: ['media.ready'] };
	const { id } = await made(studio, 'webhook:create', parameters);
	return { webhookId: byId(String(id)), id };
}

export async function failedDelivery(studio: Studio) {
	const { webhookId, id } = await webhook(studio);
	studio.service.emit(studio.workspaceId, 'media.ready', {});
	await studio.service.clock.advance(10);
	const [delivery] = [...studio.service.state.webhookDeliveries.values()];
	return { webhookId, id, deliveryId: delivery?.id ?? '' };
}

/** With whole seconds, as people enter times. */
export const inAnHour = (studio: Studio) =>
	studio.service.clock.iso(Math.ceil(studio.service.clock.now() / 1_000) * 1_000 + HOUR_MS);
