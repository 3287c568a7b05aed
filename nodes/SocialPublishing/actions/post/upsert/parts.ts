import type { IDataObject } from 'n8n-workflow';

import { readDestinations } from '../../../api/readings/post';

/** The parts of the content of a post that a list may leave out. A shared text counts if an account has none of its own. */
export const PARTS = ['sharedText', 'ownText', 'options', 'media'] as const;

export type Part = (typeof PARTS)[number];

/** The parts that a post, or the body of a command, has. Pure. */
export function partsOf(post: IDataObject): Part[] {
	const isEmpty = (value: unknown) => Object.keys(Object(value)).length === 0;
	return PARTS.filter((part) => valuesOf(post, part).some((value) => !isEmpty(value)));
}

/** The parts that are stated for any of these posts, even as empty. Pure. */
export function statedParts(posts: IDataObject[]): Part[] {
	const isStated = (part: Part) => (post: IDataObject) =>
		valuesOf(post, part).some((value) => value !== undefined);
	return PARTS.filter((part) => posts.some(isStated(part)));
}

function valuesOf(post: IDataObject, part: Part): unknown[] {
	const destinations = readDestinations(post);
	switch (part) {
		case 'sharedText':
			return destinations.some(({ text }) => (text ?? '') === '') ? [post.text] : [];
		case 'ownText':
			return destinations.map(({ text }) => text);
		case 'options':
			return destinations.map(({ options }) => options);
		case 'media':
			return [...destinations, post].flatMap(({ media_ids, media }) => [media_ids, media]);
	}
}
