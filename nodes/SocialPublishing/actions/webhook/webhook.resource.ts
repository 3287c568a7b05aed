import type { Resource } from '../operation';
import { create } from './create.operation';
import { deleteOperation } from './delete.operation';
import { getAll } from './getAll.operation';
import { getDeliveries } from './getDeliveries.operation';
import { replayDelivery } from './replayDelivery.operation';
import { update } from './update.operation';

export const webhook: Resource = {
	option: { name: 'Webhook', value: 'webhook' },
	operations: [create, getAll, getDeliveries, replayDelivery, update, deleteOperation],
};
