import type { HandStep } from '../posts/byHand';
import type { Disturbances } from '../posts/disturbedRun';
import type { Lists } from '../posts/lists';
import type { SurroundingsStep } from '../posts/surroundings';
import type { services } from './services';

/** What is to become of the post of a row: the value of Wanted Status. */
export type Wanted = 'draft' | 'scheduled' | 'published' | 'absent';

/** n8n runs the node over rows of the table. */
export interface RunStep extends Disturbances {
	/** The row of each input item; one may come twice. */
	rows: number[];
	/** Default: stop the workflow. */
	onError?: 'continueRegularOutput' | 'continueErrorOutput' | undefined;
	/**
	 * `show`: Only Show What Would Change. `guard`: Expected Version, with the ETag that the row got from an earlier run.
	 */
	option?: 'show' | 'guard' | undefined;
	/** The rows come one by one, in a Loop Over Items. One that comes again has another text. */
	inLoop?: true | undefined;
	/** Somebody has chosen another workspace in the node, for this run only. */
	elsewhere?: true | undefined;
	/** What somebody does with a post while the node runs, at one of the points at which it may be killed. */
	meanwhile?: { point: number; step: HandStep } | undefined;
}

/** `near` and `far` are times: in hours, and beyond most pauses. */
type Cell =
	| 'text'
	| 'account'
	| 'failingAccount'
	| 'audience'
	| 'picture'
	| 'near'
	| 'far'
	| 'noId';

/** Somebody changes a cell of a row. */
export interface ChangeStep {
	do: 'change';
	row: number;
	to: Wanted | Cell;
}

/** The host of the pictures goes down, or is back. */
export interface HostStep {
	do: 'hostDown' | 'hostUp';
}

/** What has happened since the last run, then a run. */
export interface Day {
	/** Hours that pass before. */
	hours: number;
	byPeople: Array<ChangeStep | HandStep | SurroundingsStep | HostStep>;
	run: RunStep;
	/** If the run fails, somebody presses Retry in n8n's list of executions. */
	isRetried: boolean;
}

/** Some weeks of a table whose rows become posts. */
export interface Weeks {
	service: keyof typeof services;
	lists: Lists;
	/** The service's IDs need encoding in every part of a URL. */
	hasHostileIds: boolean;
	/** What each row wants at first. */
	wanted: Wanted[];
	/** Whether the workflow writes the ID of the post and its ETag into each row. */
	writesBack: boolean[];
	/** How the accounts are given: by IDs, by names, as JSON with options, or as a brand. */
	destinations: 'accounts' | 'names' | 'json' | 'brand';
	/** Where the pictures come from. At addresses, those that are missing are skipped. */
	pictures: 'files' | 'addresses';
	whenLocked: 'skip' | 'fail';
	waitForOutcome: boolean;
	days: Day[];
	/** Hours until the quiet runs that end it: within the life of an Idempotency-Key, or after it. */
	pauseHours: number;
}

/** How many rows there are. */
export const ROWS = 3;
