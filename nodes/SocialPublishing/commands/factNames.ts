/**
 * What is known about a key; each state ends those after it.
 * - `done`: its post has been published or scheduled
 * - `drafted`: its post was to stay a draft, and has been saved
 * - `made`: its post has been saved, and what was to follow is not known to be accepted
 * - `begun`: its post may have been created
 */
export const STATES = ['done', 'drafted', 'made', 'begun'] as const;

export type KeyState = (typeof STATES)[number] | 'new';

/** The details come first, because the state says that they are noted. */
export const stateFacts = (key: string, state: KeyState, details: string[]): string[] => [
	...details.map((detail) => detailFact(key, detail)),
	stateFact(key, state),
];
export const stateFact = (key: string, state: KeyState): string => `${state}:${key}`;
export const claimFact = (postId: string): string => `claimed:${postId}`;
export const detailFact = (key: string, detail: string): string => `${detail}:${key}`;
