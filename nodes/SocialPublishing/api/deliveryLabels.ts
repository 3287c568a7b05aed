import type { IDataObject } from 'n8n-workflow';

import { accountLabels, showsId, type AccountDirectory } from './accountDirectory';
import { readDestinationName } from './readings/delivery';
import { readDestinations } from './readings/post';
import { readKnownAccount } from './simpleDelivery';

/** Names the destinations of a post. */
export type DeliveryNamer = (destination: IDataObject) => string;

/**
 * Names each destination of a post by its account: `Name (platform)`, with the id where two would be the same; where no
 * name is known, by the id alone. Pure.
 */
export function deliveryNamer(post: IDataObject, accounts: AccountDirectory): DeliveryNamer {
	const destinations = readDestinations(post);
	const labels = accountLabels(
		destinations.map((destination) => {
			const { name, platform } = readKnownAccount(destination, accounts);
			return { id: readDestinationName(destination), name, platform };
		}),
	);
	const labelOf = new Map(destinations.map((destination, index) => [destination, labels[index]]));
	return (destination) => labelOf.get(destination) ?? readDestinationName(destination);
}

/** The ids behind the names of destinations, as a sentence; undefined where the names are the ids. */
export function listAccountIds(
	destinations: IDataObject[],
	nameOf: DeliveryNamer,
): string | undefined {
	const ids = destinations.flatMap((destination) => {
		const id = readDestinationName(destination);
		const name = nameOf(destination);
		return showsId(name, id) ? [] : [`${name} = ${id}`];
	});
	return ids.length === 0 ? undefined : `Account IDs: ${ids.join(', ')}.`;
}
