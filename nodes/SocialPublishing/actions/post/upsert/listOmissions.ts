import type { IDataObject } from 'n8n-workflow';

import { readDestinations } from '../../../api/readings/post';

/** The compared fields that a record may leave out if they are empty. */
type OptionalField = 'media' | 'options';

/**
 * What a list leaves out. A field that an entry does not state may be empty, or the list may omit it for every post. The
 * first post that is read as well shows which.
 */
export class ListOmissions {
	/** Whether posts state a field that their entries do not state. */
	private readonly omits = new Map<OptionalField, boolean>();

	/** Whether an entry shows all that is compared. */
	isWhole(entry: IDataObject): boolean {
		return unstatedFields(entry).every((field) => this.omits.get(field) === false);
	}

	/** @param post the post of the entry, as it was read alone */
	compare(entry: IDataObject, post: IDataObject): void {
		const unstated = unstatedFields(post);
		for (const field of unstatedFields(entry)) {
			this.omits.set(field, this.omits.get(field) === true || !unstated.includes(field));
		}
	}
}

function unstatedFields(post: IDataObject): OptionalField[] {
	const destinations = readDestinations(post);
	const hasMedia = ({ media_ids, media }: IDataObject) =>
		media_ids !== undefined || media !== undefined;
	const areMediaStated = hasMedia(post) || destinations.every(hasMedia);
	const areOptionsStated = destinations.every(({ options }) => options !== undefined);
	return [
		...(areMediaStated ? [] : (['media'] as const)),
		...(areOptionsStated ? [] : (['options'] as const)),
	];
}
