import { randomBytes } from 'node:crypto';

import type { Post } from '../core/records';
import type { Service } from '../core/service';

/** Returns a new quoted ETag, with characters that careless encoding would break. */
export function newEtag(): string {
	return `"r:${randomBytes(6).toString('base64')}/+=%"`;
}

/** Marks a post as changed, which makes earlier ETags stale. */
export function touch({ clock }: Service, post: Post): void {
	post.etag = newEtag();
	post.updatedAtMs = clock.now();
}
