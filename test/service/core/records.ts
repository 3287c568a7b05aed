import type { ScheduledTask } from '../clock';
import type { FieldProblem } from './errors';

/** The service's records. Times are milliseconds since 1970 on the service's clock. */

export interface User {
	id: string;
	name: string;
	email: string;
	planActive: boolean;
	addOnActive: boolean;
}

/** An API token, or a connected application. */
export interface Credential {
	id: string;
	name: string;
	userId: string;
	token: string;
	createdAtMs: number;
	expiresAtMs: number | null;
	revoked: boolean;
}

export interface Workspace {
	sequence: number;
	id: string;
	name: string;
	userIds: Set<string>;
}

export interface Brand {
	id: string;
	sequence: number;
	workspaceId: string;
	name: string;
}

/** What happens to a delivery, and after how long. */
export interface AccountOutcome {
	status: 'published' | 'failed' | 'blocked' | 'needs_review';
	error?: { code: string; message: string };
	/** Time from acceptance to outcome; default: `outcomeDelayMs` of the service. 0: the response to the command shows it. */
	delayMs?: number;
	/** Number of thread parts that were confirmed before the outcome became uncertain; default 1. */
	confirmedParts?: number;
}

export interface Account {
	id: string;
	sequence: number;
	workspaceId: string;
	brandId: string | null;
	platform: string;
	name: string;
	connected: boolean;
	/** It was connected anew, as another record: nothing lists it any more. */
	isReplaced?: true;
	connectedAtMs: number;
	subscription: { type: string | null; checkedAtMs: number | null; error: string | null };
	/** Used in order; the last one stays. */
	outcomes: AccountOutcome[];
	statistics: AccountStatistics;
}

export interface AccountStatistics {
	/** Followers on the first day; null if followers are never recorded. */
	followersAtStart: number | null;
	refreshedAtMs: number | null;
	refreshRequestedAtMs: number | null;
	refreshes: number;
	error: { code: string; message: string; atMs: number } | null;
}

export type DestinationStatus =
	| 'pending'
	| 'publishing'
	| 'published'
	| 'failed'
	| 'blocked'
	| 'needs_review';

export interface Publication {
	id: string;
	url: string;
	publishedAtMs: number;
}

export interface DestinationContent {
	account_id: string;
	text?: string | undefined;
	media_ids?: string[] | undefined;
	options?: ({ thread?: string[] | undefined } & Record<string, unknown>) | undefined;
}

export interface Destination {
	id: string;
	content: DestinationContent;
	status: DestinationStatus;
	error: { code: string; message: string } | null;
	/** One per confirmed part: a single post has one. */
	publications: Publication[];
}

/** One attempt to deliver to one destination. */
export interface DeliveryAttempt {
	id: string;
	destinationId: string;
	accountId: string;
	attempt: number;
	status: DestinationStatus;
	startedAtMs: number;
	finishedAtMs: number | null;
	error: { code: string; message: string } | null;
}

export type PostStatus =
	| 'draft'
	| 'scheduled'
	| 'cancelled'
	| 'publishing'
	| 'published'
	| 'partial'
	| 'failed';

export interface Post {
	id: string;
	sequence: number;
	workspaceId: string;
	text: string;
	destinations: Destination[];
	status: PostStatus;
	schedule: { atMs: number; timezone: string | null; task: ScheduledTask } | null;
	/** Quoted, as in the ETag header; new with every change. */
	etag: string;
	createdAtMs: number;
	updatedAtMs: number;
	history: DeliveryAttempt[];
	/** The forms in which responses have shown it, one for each ETag; oldest first. */
	shown: Array<{ etag: string; data: unknown }>;
}

export interface UploadedPart {
	bytes: Buffer;
	etag: string;
}

export interface MediaItem {
	id: string;
	sequence: number;
	workspaceId: string;
	name: string;
	type: 'image/jpeg' | 'video/mp4';
	sizeBytes: number;
	partSizeBytes: number;
	alt: string;
	status: 'uploading' | 'processing' | 'ready';
	parts: UploadedPart[];
	/** The whole file, once completed. */
	bytes: Buffer | null;
	width: number | null;
	height: number | null;
	createdAtMs: number;
	readyAtMs: number | null;
}

/** A reason why a destination could not be published, as `validate` reports it. */
export interface ReadinessProblem extends FieldProblem {
	code: string;
}
