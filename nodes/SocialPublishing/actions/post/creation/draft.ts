import { readPostLinks } from '../../../api/readings/outcome';
import { DoneBeforeFailure } from '../../../commands/review';
import type { RevisionChoice } from '../../../commands/revision';
import { CancelledFailure, ServiceFailure } from '../../../shared/failure';
import { readRecord } from '../../../shared/json';
import type { ServiceResponse } from '../../../transport/types';

/**
 * The ETag of a new draft saves reading the draft first. A weak ETag is ignored: it may belong to the response rather
 * than the post, because web servers add weak ETags of their own to any response.
 */
export function revisionOf({ etag }: ServiceResponse): RevisionChoice {
	return etag === undefined || etag.startsWith('W/')
		? { mode: 'current' }
		: { mode: 'known', etag };
}

/** When a command after the creation fails, the user must learn that the draft exists. */
export function withDraft(error: unknown, { data, etag }: ServiceResponse): unknown {
	if (!(error instanceof ServiceFailure) || error instanceof CancelledFailure) return error;
	// It says itself what has become of the draft.
	if (error instanceof DoneBeforeFailure) return error;
	const post = error.facts.post ?? readRecord(data);
	const [link] = readPostLinks(post);
	const id = String(readRecord(data).id);
	error.effectFacts.left = `The draft has been created: its ID is ${id}${link === undefined ? '' : ` (${link})`}.`;
	Object.assign(error.facts, { post, etag: error.facts.etag ?? etag });
	return error;
}
