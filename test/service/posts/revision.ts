import { randomBytes } from 'node:crypto';

import type { Post } from '../core/records';
import type { Service } from '../core/service';

/** A new quoted ETag, with characters that do not survive careless encoding. */
export function newEtag(): string {
	return `"r:${randomBytes(6).toString('base64')}/+=%"`;
}

/** Marks a post as changed: earlier ETags are stale from now on. */
export function touch({ clock }: Service, post: Post): void {
	post.etag = newEtag();
	post.updatedAtMs = clock.now();
}
