import { createHash } from 'node:crypto';

import { matches, type FaultMatcher } from './faults';

/** A request as it was received, and its response. Contains no token value. */
export interface JournalEntry {
	sequence: number;
	/** ISO 8601, from the service's clock. */
	time: string;
	method: string;
	/** Path without the host, as sent (encoded). */
	path: string;
	query: Record<string, unknown>;
	route?: string;
	operation?: string;
	/** Id of the credential that was presented, if it is known. */
	credentialId?: string;
	/** As sent, except that the value of `authorization` is the credential's name. */
	headers: Record<string, string | string[] | undefined>;
	/** Parsed JSON, or the size and SHA-256 of anything else; undefined without a body. */
	body?: unknown;
	/** Status of the response; undefined if none was sent, or not yet. */
	status?: number;
	requestId: string;
	/** Whether the result was stored by an earlier request with the same key. */
	replayed?: boolean;
	/** Kind of the fault that was applied to the request. */
	fault?: string;
	/** Whether nothing more is sent, because of a fault that leaves the connection open. */
	isSilent?: boolean;
}

export interface JournalFilter extends FaultMatcher {
	status?: number;
	credentialId?: string;
	/** Only entries after this sequence number. */
	after?: number;
}

/** Every request in the order of arrival. */
export class Journal {
	private list: JournalEntry[] = [];
	private sequence = 0;

	get entries(): readonly JournalEntry[] {
		return this.list;
	}

	add(entry: Omit<JournalEntry, 'sequence'>): JournalEntry {
		const added = { sequence: ++this.sequence, ...entry };
		this.list.push(added);
		return added;
	}

	find(filter: JournalFilter = {}): JournalEntry[] {
		return this.list.filter(
			(entry) =>
				matches(filter, entry) &&
				(filter.status === undefined || filter.status === entry.status) &&
				(filter.credentialId === undefined || filter.credentialId === entry.credentialId) &&
				(filter.after === undefined || filter.after < entry.sequence),
		);
	}

	count(filter: JournalFilter = {}): number {
		return this.find(filter).length;
	}

	clear(): void {
		this.list = [];
	}
}

/** What the journal records of a body that is not JSON. */
export function fingerprint(bytes: Buffer) {
	return { sizeBytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}
