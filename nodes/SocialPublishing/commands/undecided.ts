import type { IDataObject } from 'n8n-workflow';

import { describePosts } from '../api/posts';
import { UndecidedFailure, type ServiceFailure } from '../shared/failure';
import type { Finding } from '../transport/errors';
import type { FoundPost } from './findPost';

/** What the search for a post says of the command that may have made it. */
export function toFinding(
	found: FoundPost,
	undecided: (posts: IDataObject[]) => ServiceFailure,
): Finding {
	switch (found.is) {
		case 'none':
			return found;
		case 'found': {
			const { post, etag } = found.state;
			return { is: 'found', response: { data: post, etag, headers: {} } };
		}
		case 'undecided':
			return { is: 'undecided', failure: undecided(found.posts) };
	}
}

/** The failure of a command whose key the service has forgotten, and which may have made one of these posts. */
export function forgottenPostFailure(posts: IDataObject[], purpose: string): ServiceFailure {
	const count = posts.length === 1 ? 'this post' : `one of ${posts.length} posts`;
	return new UndecidedFailure(
		`Could not ${purpose}: an earlier attempt may have made ${count}`,
		`More than a day has passed, so the service can no longer say which. It may be: ${describePosts(posts)}. Go on with the right one, or delete those that are not needed and start a new execution.`,
	);
}

/** The failure of a command of which nobody can tell whether an earlier attempt has carried it out. */
export function undecidedFailure({ purpose }: { purpose: string }): ServiceFailure {
	return new UndecidedFailure(
		`Could not ${purpose}: it is not known whether an earlier attempt did`,
		'Check that before you try again.',
	);
}

/** The failure of a command whose keys the service knows with other content, while nothing shows that content. */
export function keyInUseFailure({ purpose }: { purpose: string }): ServiceFailure {
	const failure = new UndecidedFailure(
		`Could not ${purpose}: the item seems to be posted by another execution`,
		'The service knows the idempotency key of the item, but no post has its text and accounts yet. Nothing was sent twice. The next run looks again.',
	);
	failure.effect = 'unknown';
	return failure;
}
