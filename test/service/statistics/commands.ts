import { ServiceError } from '../core/errors';
import type { Context, Result } from '../core/operation';
import { page } from '../core/pages';
import type { Post } from '../core/records';
import { selectAccounts, selectPosts, type Filters } from '../core/selection';
import { accountReport, postReport, rangeOf, type RangeInput } from './reports';

/** The least time between two refreshes of one account. */
const REFRESH_GUARD_MS = 5 * 60 * 1000;

export function getAccountStatistics(context: Context<{ id: string } & RangeInput>): Result {
	const { service, workspaceId, input } = context;
	const account = service.state.account(workspaceId, input.id);
	return { data: accountReport(service, account, rangeOf(service, input)) };
}

export function getPostStatistics(context: Context<{ id: string }>): Result {
	const { service, workspaceId, input } = context;
	return { data: postReport(service, service.state.post(workspaceId, input.id)) };
}

/** All accounts and one page of posts that match the filters. */
export function getWorkspaceStatistics(
	context: Context<RangeInput & Filters & { cursor?: string | undefined; limit: number }>,
): Result {
	const { service, workspaceId, input } = context;
	const { brand_id, platform } = input;
	const range = rangeOf(service, input);
	const accounts = selectAccounts(service, workspaceId, input);
	const posts = selectPosts(service, workspaceId, input);
	const scope = ['statistics', workspaceId, brand_id, platform];
	const present = (post: Post) => postReport(service, post);
	const { items, ...rest } = page(posts, input, {
		order: 'newestFirst',
		scope,
		present,
		dialect: service.dialect,
	});
	return {
		data: {
			accounts: accounts.map((account) => accountReport(service, account, range)),
			posts: items,
			...rest,
		},
	};
}

/** Accepts a refresh, whose figures follow later. Too soon after the last one, it throws with the time to wait. */
export function refreshAccountStatistics(context: Context<{ id: string }>): Result {
	const { service, workspaceId, input } = context;
	const { clock, dialect, settings, state } = service;
	const account = state.account(workspaceId, input.id);
	const { statistics } = account;
	const requestedAtMs = clock.now();
	const freeAtMs = (statistics.refreshRequestedAtMs ?? -Infinity) + REFRESH_GUARD_MS;
	if (requestedAtMs < freeAtMs) {
		const message = 'The statistics of this account were refreshed less than five minutes ago.';
		const retryAfterMs = freeAtMs - requestedAtMs;
		const status = dialect.refreshGuardStatus;
		throw new ServiceError(status, 'refresh_guarded', message, { retryAfterMs });
	}
	statistics.refreshRequestedAtMs = requestedAtMs;
	clock.schedule(requestedAtMs + settings.refreshDelayMs, () => {
		statistics.refreshedAtMs = clock.now();
		statistics.refreshes += 1;
	});
	const data = {
		account_id: account.id,
		accepted: true,
		requested_at: clock.iso(requestedAtMs),
		next_refresh_at: clock.iso(requestedAtMs + REFRESH_GUARD_MS),
	};
	return { status: 202, data };
}
