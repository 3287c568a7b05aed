import type { NodeRun } from '../../engine';
import type { JournalEntry } from '../../service';
import type { PostState } from '../posts/postState';
import type { RunStep, Wanted } from './weeks';

/** A row of the table. */
export interface Row {
	/** Its number, which the key contains. */
	number: number;
	text: string;
	/** Its account, or the accounts of its brand: IDs, in alphabetical order. */
	account: string;
	brand: 0 | 1;
	audience: string;
	/** The width of its picture; 0: none. */
	picture: number;
	wanted: Wanted;
	timeMs: number;
	/** What the workflow has written back; both are empty where it has not. */
	id: string;
	etag: string;
	/** The host of the pictures is down. */
	mayLackPicture: boolean;
	/** It has come again in a loop, with another text. */
	isAgain: boolean;
}

/** A run of the node: the rows it got, what there was at the service before and after it, and what it did. */
export interface RunRecord {
	index: number;
	step: RunStep;
	isRetry: boolean;
	/** The quiet runs that end the weeks are numbered from 1. */
	quiet?: number | undefined;
	rows: Row[];
	/** Whether the last run with the row has put it out undisturbed, so that all is known of it. */
	wasSettled: boolean[];
	startMs: number;
	before: PostState[];
	after: PostState[];
	/** What the node has sent other than reads and checks. */
	commands: JournalEntry[];
	/** Of each execution that was not killed. */
	ended: NodeRun[];
}
