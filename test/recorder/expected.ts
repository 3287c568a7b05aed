import type { RecordedEvent } from './log';

/** A state of the code that is recorded. */
export type Side = 'before' | 'after';

/** A difference that is meant. */
export interface Expected {
	why: string;
	/** What both states have in common of an event; undefined leaves it out. */
	common: (event: RecordedEvent, side: Side) => RecordedEvent | undefined;
}

/** The differences that the recorder does not report. Empty once the commit that is compared with has them, too. */
export const expected: Expected[] = [];
