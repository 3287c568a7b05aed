import { limitsOf, SHORTPOST, type PlatformLimits } from '../core/platforms';
import type { Account, DestinationContent, ReadinessProblem } from '../core/records';
import type { Service } from '../core/service';

/** Length in code points, as platforms count characters. */
function lengthOf(text: string): number {
	return Array.from(text).length;
}

/** The maximum text length that the account may publish at present. */
export function textLimit(account: Account, limits: PlatformLimits): number {
	const subscribed = account.subscription.type !== null && account.subscription.error === null;
	return (subscribed ? limits.subscribedTextLength : undefined) ?? limits.textLength;
}

/** Number of threads the workspace may still publish on the short-post platform. */
export function shortpostRemaining({ settings, state }: Service, workspaceId: string): number {
	return Math.max(0, settings.shortpostAllowance - (state.shortpostUsed.get(workspaceId) ?? 0));
}

/**
 * Returns why a destination cannot be published at present; empty if it can.
 *
 * @param options `slotsTaken`: the short-post slots that the post's preceding destinations would use
 */
export function problemsOf(
	service: Service,
	account: Account,
	content: DestinationContent,
	{ sharedText, slotsTaken = 0 }: { sharedText: string; slotsTaken?: number },
): ReadinessProblem[] {
	const limits = limitsOf(account.platform);
	const text = content.text ?? sharedText;
	const mediaIds = content.media_ids ?? [];
	const thread = content.options?.thread ?? [];
	const limit = textLimit(account, limits);
	const media = mediaIds.map((id) => service.state.media.get(id));
	const allowance = shortpostRemaining(service, account.workspaceId) - slotsTaken;

	const rules: Array<[broken: boolean, code: string, field: string, message: string]> = [
		[!account.connected, 'reconnect_required', 'account_id', 'The account must be reconnected.'],
		[
			!text.trim() && !mediaIds.length,
			'content_empty',
			'text',
			'The destination has neither text nor media.',
		],
		[lengthOf(text) > limit, 'text_too_long', 'text', `The text is over ${limit} characters.`],
		[
			mediaIds.length > limits.media,
			'too_many_media',
			'media_ids',
			`The platform accepts at most ${limits.media} media items.`,
		],
		[
			limits.mediaRequired && !mediaIds.length,
			'media_required',
			'media_ids',
			'The platform requires a picture or a video.',
		],
		[
			media.some((item) => item?.status !== 'ready'),
			'media_not_ready',
			'media_ids',
			'A media item is not ready.',
		],
		[
			!limits.video && media.some((item) => item?.type === 'video/mp4'),
			'video_not_supported',
			'media_ids',
			'The platform does not accept videos.',
		],
		[
			thread.length > 0 && !limits.thread,
			'thread_not_supported',
			'options.thread',
			'The platform does not support threads.',
		],
		[
			limits.thread && thread.some((reply) => lengthOf(reply) > limit),
			'text_too_long',
			'options.thread',
			`A reply is over ${limit} characters.`,
		],
		[
			account.platform === SHORTPOST && allowance <= 0,
			'allowance_used_up',
			'account_id',
			'The short-post allowance is used up.',
		],
	];
	return rules
		.filter(([broken]) => broken)
		.map(([, code, field, message]) => ({ code, field, message }));
}

/** The readiness of every destination of a post, in order. Accounts must exist. */
export function readinessOf(
	service: Service,
	workspaceId: string,
	sharedText: string,
	destinations: DestinationContent[],
) {
	let slotsTaken = 0;
	return destinations.map((content) => {
		const account = service.state.account(workspaceId, content.account_id);
		const problems = problemsOf(service, account, content, { sharedText, slotsTaken });
		if (account.platform === SHORTPOST) slotsTaken += 1;
		return { account, problems };
	});
}
