import { brandOf, platformOf } from '../posts/present';
import type { Account, Post } from './records';
import type { Service } from './service';

/** Filters of a list; both apply together, and brand `none` means ungrouped. */
export interface Filters {
	brand_id?: string | undefined;
	platform?: string | undefined;
}

function brandMatches({ brand_id }: Filters, brandId: string | null): boolean {
	return brand_id === undefined || (brandId ?? 'none') === brand_id;
}

export function selectAccounts(
	{ state }: Service,
	workspaceId: string,
	filters: Filters,
): Account[] {
	return [...state.accounts.values()].filter(
		(account) =>
			account.workspaceId === workspaceId &&
			account.isReplaced !== true &&
			brandMatches(filters, account.brandId) &&
			(filters.platform === undefined || account.platform === filters.platform),
	);
}

/** A post counts under each platform of its destinations, and under the brand that they share. */
export function selectPosts(service: Service, workspaceId: string, filters: Filters): Post[] {
	return [...service.state.posts.values()].filter(
		(post) =>
			post.workspaceId === workspaceId &&
			brandMatches(filters, brandOf(service, post)) &&
			(filters.platform === undefined ||
				post.destinations.some((each) => platformOf(service, each) === filters.platform)),
	);
}
