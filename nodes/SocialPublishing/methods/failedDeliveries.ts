import type { IDataObject } from 'n8n-workflow';

import { accountLabel, type AccountDirectory } from '../api/accountDirectory';
import {
	FAILED_DELIVERY_STATUSES,
	readDestinationId,
	readDestinationName,
} from '../api/readings/delivery';
import { readDestinations } from '../api/readings/post';
import { simplifyDelivery } from '../api/deliveries';
import { firstText } from '../shared/json';
import { readPostText, shorten } from './describePost';

const LONGEST_TEXT = 30;

/** The deliveries of a post that failed, named by account, first words and reason. */
export function describeFailedDeliveries(
	post: IDataObject,
	accounts: AccountDirectory,
): Array<{ name: string; value: string }> {
	return readDestinations(post).flatMap((destination) => {
		const { name, platform, status, error } = simplifyDelivery(post, destination, accounts);
		const value = readDestinationId(destination);
		if (value === undefined || !FAILED_DELIVERY_STATUSES.has(status ?? '')) return [];
		const id = readDestinationName(destination);
		const account = accountLabel({
			id,
			name: name ?? undefined,
			platform: platform ?? undefined,
		});
		const text = shorten(firstText(destination.text) ?? readPostText(post), LONGEST_TEXT);
		const reason = error ?? (status ?? '').replaceAll('_', ' ');
		return [{ name: [account, text, reason].filter((part) => part !== '').join(' — '), value }];
	});
}
