import type { IDataObject } from 'n8n-workflow';

import { readErrorText } from '../api/readings/record';
import { readAttemptMs } from '../api/readings/times';
import { readDeliveredKind, readWebhookDelivery } from '../api/readings/webhook';
import { eventOptions } from '../properties/events';
import type { Choice } from './choices';
import { describeTime, shorten } from './describePost';

const LONGEST_NAME = 80;

/** "Post Published — failed 12 Nov 09:00: timed out", unless the delivery has certainly arrived. */
export function describeReplayable(record: IDataObject, zone: string): Choice[] {
	const delivery = readWebhookDelivery(record);
	if (delivery === undefined || delivery.hasFailed === false) return [];
	const kind = readDeliveredKind(record);
	const label = eventOptions.find(({ value }) => value === kind)?.name ?? kind;
	const time = describeTime(readAttemptMs(record), zone);
	const attempt = [delivery.hasFailed ? 'failed' : undefined, time].filter(Boolean).join(' ');
	const reason = readErrorText(record);
	const about = [attempt, reason].filter(Boolean).join(': ');
	const name = [label, about].filter(Boolean).join(' — ');
	return [{ name: shorten(name, LONGEST_NAME) || delivery.id, value: delivery.id }];
}
