/** The codes of errors, of which the service's description names `addon_required` alone. */

// reading(code of a refusal): the plan rather than an account at its platform
const ABOUT_PLAN = /add.?on|plan|subscription|billing|payment|token|credential|workspace/i;

export function isAboutPlan(code: string): boolean {
	return ABOUT_PLAN.test(code);
}

// reading(code of the rate limit): nothing but that of the service, as that of a platform is another matter
const RATE_LIMIT =
	/^((api|request|user|token|credential)s?.)?(rate.?limit(ed|ing)?(.?(exceeded|reached|hit))?|too.?many.?requests|throttled|429)$/i;

export function isRateLimit(code: string): boolean {
	return RATE_LIMIT.test(code);
}

/** Whether a code is about any limit of requests. */
export function mentionsRateLimit(code: string): boolean {
	// reading(code of the rate limit)
	return /rate.?limit|too.?many/i.test(code);
}

/** The HTTP status that a code about the revision of a post stands for; undefined where it is about something else. */
export function readRevisionStatus(code: string): 412 | 428 | undefined {
	// reading(code of a revision conflict)
	if (!/revision|etag|precondition/i.test(code)) return undefined;
	return /required/i.test(code) ? 428 : 412;
}

export function isAboutMissing(code: string): boolean {
	// reading(code for a record that does not exist)
	return /not.?found|missing|unknown|deleted|gone/i.test(code);
}

export function isAboutIdempotency(code: string): boolean {
	// reading(code of a conflict with an idempotency key)
	return /idempotency/i.test(code);
}
