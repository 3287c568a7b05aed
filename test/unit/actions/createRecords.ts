import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { jpeg } from '../support/files';
import { byId, itemWithFile, type NodeHarness } from '../support/nodeHarness';

/** Nothing listens at this address, so deliveries to it fail. */
export const UNREACHABLE_ADDRESS = 'http://127.0.0.1:9/hook';
export const HOUR_MS = 3_600_000;

export const bread = (harness: NodeHarness) => harness.service.accountId('Bread on Shortpost');

/** The first output item of a run. Throws if the run fails. */
export async function made(harness: NodeHarness, name: string, parameters: INodeParameters = {}) {
	const [resource = '', operation = ''] = name.split(':');
	const { items, error } = await harness.run(resource, operation, parameters);
	if (error !== undefined) throw new Error(`${name}: ${error.message}`);
	return items[0]?.json ?? {};
}

export async function draft(harness: NodeHarness, account = 'Bread on Shortpost') {
	const accountIds = [harness.service.accountId(account)];
	const { id, etag } = await made(harness, 'post:create', { text: 'Fresh bread', accountIds });
	return { postId: byId(String(id)), id, etag: String(etag) };
}

export async function scheduled(harness: NodeHarness) {
	const { postId, id } = await draft(harness);
	const scheduledAt = inHours(harness, 0.5);
	await made(harness, 'post:schedule', { postId, scheduledAt });
	return { postId, id };
}

/** A post whose delivery failed. */
export async function failed(harness: NodeHarness) {
	const { postId, id } = await draft(harness, 'Always fails');
	const post = await made(harness, 'post:publish', { postId, options: { failOn: 'never' } });
	const [destination] = [post.destinations].flat() as IDataObject[];
	return { postId, id, destinationId: String(destination?.id) };
}

export async function picture(harness: NodeHarness) {
	const input = [await itemWithFile(await jpeg(), 'bread.jpg', 'image/jpeg')];
	const { items } = await harness.run('media', 'upload', {}, { input });
	const id = String(items[0]?.json.id);
	return { mediaId: byId(id), id };
}

export async function webhook(harness: NodeHarness) {
	const parameters = { url: UNREACHABLE_ADDRESS, events: ['media.ready'] };
	const { id } = await made(harness, 'webhook:create', parameters);
	return { webhookId: byId(String(id)), id };
}

export async function failedDelivery(harness: NodeHarness) {
	const { webhookId, id } = await webhook(harness);
	harness.service.emit(harness.workspaceId, 'media.ready', {});
	await harness.service.clock.advance(10);
	const [delivery] = [...harness.service.state.webhookDeliveries.values()];
	return { webhookId, id, deliveryId: delivery?.id ?? '' };
}

export const inHours = (harness: NodeHarness, hours: number) =>
	harness.service.clock.iso(harness.service.clock.now() + hours * HOUR_MS);

/** In whole seconds, as users enter times. */
export const inAnHour = (harness: NodeHarness) =>
	harness.service.clock.iso(Math.ceil(harness.service.clock.now() / 1_000) * 1_000 + HOUR_MS);
