import type { IDataObject } from 'n8n-workflow';

import { compareAccount, compareMedia, type Compare } from './compareOther';
import { comparePost, type Change } from './comparePost';
import { isFinished, type KnownPost } from './knownPost';
import type { Trail } from './trail';
import type { WatchState } from './watchState';

/** A list that is watched for events. */
export interface Section<K> {
	name: 'posts' | 'media' | 'accounts';
	/** Completes "Could not …". */
	purpose: string;
	/** The event types begin with one of these. */
	groups: string[];
	compare(id: string, record: IDataObject, known: K | undefined): { known: K; changes: Change[] };
	/** Whether nothing more is expected of a record. */
	isFinished(known: K): boolean;
	recall(state: WatchState): Map<string, K> | undefined;
	keep(state: WatchState, records: Map<string, K> | undefined): void;
}

export const postSection: Section<KnownPost> = {
	name: 'posts',
	purpose: 'list the posts',
	groups: ['post', 'delivery'],
	compare: comparePost,
	isFinished,
	recall: ({ posts }) => posts,
	keep: (state, records) => (state.posts = records),
};

export const mediaSection: Section<Trail> = trailSection('media', 'media', compareMedia, (trail) =>
	trail.endsWith('r'),
);
export const accountSection: Section<Trail> = trailSection(
	'accounts',
	'account',
	compareAccount,
	() => false,
);

function trailSection(
	name: 'media' | 'accounts',
	group: string,
	compare: Compare,
	isOver: (trail: Trail) => boolean,
): Section<Trail> {
	return {
		name,
		purpose: `list the ${name}`,
		groups: [group],
		compare,
		isFinished: isOver,
		recall: (state) => state[name],
		keep: (state, records) => (state[name] = records),
	};
}

/** Whether a section has events of these types. */
export function concerns({ groups }: { groups: string[] }, types: string[]): boolean {
	return types.some((type) => groups.includes(type.split('.')[0] ?? ''));
}
