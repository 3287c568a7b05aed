import type { IDataObject } from 'n8n-workflow';

import { textFor } from '../../../api/postContent';
import { readDestinations, readMediaIds } from '../../../api/readings/post';
import { canonicalJson, firstText, readRecord } from '../../../shared/json';
import type { Aspect } from './nextStep';

const ASPECTS: Aspect[] = ['text', 'destinations', 'media'];

/** What a post consists of on each of its accounts, in a form that can be compared. */
export type Shape = Record<Aspect, Map<string, string>>;

/** The shape of a post, or of the body of a command. Pure. */
export function shapeOf(post: IDataObject): Shape {
	const shape: Shape = { text: new Map(), destinations: new Map(), media: new Map() };
	for (const destination of readDestinations(post)) {
		const account = firstText(destination.account_id) ?? '';
		const { thread, ...options } = readRecord(destination.options);
		const text = firstText(textFor(destination, post.text)) ?? '';
		shape.text.set(account, canonicalJson([text, ...readReplies(thread)]));
		shape.destinations.set(account, canonicalJson(withoutEmpty(options)));
		shape.media.set(account, canonicalJson(readMediaIds(post, destination)));
	}
	return shape;
}

/** Whether a record tells all that is compared. Pure. */
export function statesShape(post: IDataObject): boolean {
	const destinations = readDestinations(post);
	const isStated = (destination: IDataObject) =>
		firstText(destination.account_id) !== undefined &&
		textFor(destination, post.text) !== undefined &&
		destination.options !== undefined &&
		(destination.media_ids ?? destination.media) !== undefined;
	return destinations.length > 0 && destinations.every(isStated);
}

/** What differs. Text and media are compared on the accounts that both have. Pure. */
export function differences(a: Shape, b: Shape): Aspect[] {
	return ASPECTS.filter((aspect) => {
		const isSameSize = a[aspect].size === b[aspect].size;
		if (aspect === 'destinations' && !isSameSize) return true;
		return [...a[aspect]].some(([account, value]) => {
			const other = b[aspect].get(account);
			return other === undefined ? aspect === 'destinations' : other !== value;
		});
	});
}

/** As JSON; the order of the accounts does not matter. */
export function aspectOf(shape: Shape, aspect: Aspect): unknown {
	return [...shape[aspect]].sort();
}

function readReplies(thread: unknown): string[] {
	return Array.isArray(thread) ? thread.map((reply) => firstText(reply) ?? '') : [];
}

/** A service may write an option that is not set in several ways. */
function withoutEmpty(options: IDataObject): IDataObject {
	const isSet = (value: unknown) =>
		(value ?? '') !== '' && !(Array.isArray(value) && value.length === 0);
	return Object.fromEntries(Object.entries(options).filter(([, value]) => isSet(value)));
}
