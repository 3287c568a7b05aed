import type { IHookFunctions, IPollFunctions } from 'n8n-workflow';

import { clock } from '../shared/clock';
import { describeFailure, isOutage, ServiceFailure } from '../shared/failure';
import { memoize } from '../shared/maps';
import { toNodeError } from '../shared/nodeError';
import type { TriggerFunctions } from './triggerParameters';

/** Whether n8n activates a workflow that was active before, so that nobody sees an error. */
export function isRestart(functions: IHookFunctions | IPollFunctions): boolean {
	return ['init', 'leadershipChange'].includes(functions.getActivationMode());
}

export function logWarning(functions: TriggerFunctions, text: string): void {
	functions.logger.warn(`${functions.getNode().name}: ${text}`);
}

/** Writes a failure that does not stop the trigger to n8n's log. */
export function logFailure(functions: TriggerFunctions, text: string, error: unknown): void {
	logWarning(functions, `${text} ${describeFailure(error)}`);
}

/** An outage is only logged until it has lasted this long. */
const OUTAGE_MS = 60 * 60 * 1_000;
/** How often a persistent failure becomes a failed execution, which may start the error workflow. */
const REPORT_AFTER_MS = 60 * 60 * 1_000;

interface Reports {
	/** Failures without a success in between. */
	streak?: { sinceMs: number; reportedAtMs: number } | undefined;
	/** When posts without outcomes were last reported, in milliseconds since 1970. */
	hiddenOutcomesAtMs: number;
}

/** By activation of the workflow. */
const reportsOf = memoize<IPollFunctions, Reports>(() => ({ hiddenOutcomesAtMs: -Infinity }));

export function endFailureStreak(functions: IPollFunctions): void {
	reportsOf(functions).streak = undefined;
}

/**
 * Reports a failed poll. Nothing is lost: the next poll compares with the same state. So a short outage of the service is
 * only logged. A user must deal with anything else, so it becomes a failed execution, at first and then every hour.
 *
 * @param hasBaseline whether a poll has succeeded before; if not, the workflow must not become active
 * @throws NodeApiError or NodeOperationError, which n8n turns into a failed execution or a failed activation
 */
export function reportPollFailure(
	functions: IPollFunctions,
	error: unknown,
	hasBaseline: boolean,
): void {
	const nowMs = clock.now();
	const reports = reportsOf(functions);
	const streak = (reports.streak ??= { sinceMs: nowMs, reportedAtMs: -Infinity });
	const isDue = nowMs >= streak.reportedAtMs + REPORT_AFTER_MS;
	const isBrief = isOutage(error) && nowMs < streak.sinceMs + OUTAGE_MS;
	if (hasBaseline && (isBrief || !isDue)) {
		logFailure(functions, 'a poll failed. The next poll catches up.', error);
		return;
	}
	streak.reportedAtMs = nowMs;
	throw toActivationError(functions, error);
}

/**
 * Reports, at first and then every hour, that the service lists ended posts without the promised outcomes. The poll itself
 * has not failed: all other events have been dispatched.
 *
 * @param postId one of these posts
 * @throws NodeApiError, which n8n turns into a failed execution
 */
export function reportHiddenOutcomes(functions: IPollFunctions, postId: string): void {
	const nowMs = clock.now();
	const reports = reportsOf(functions);
	if (nowMs < reports.hiddenOutcomesAtMs + REPORT_AFTER_MS) return;
	reports.hiddenOutcomesAtMs = nowMs;
	const failure = new ServiceFailure(
		"The service's list of posts does not show the outcomes of finished posts",
		`One of them is ${postId}. The node cannot report delivery events for these posts until the list shows the outcomes. All other events are reported. Choose post events instead of delivery events, or report this to the service's support.`,
	);
	throw toNodeError(functions, failure);
}

/**
 * Returns the error to show in n8n, with the advice as part of its message.
 *
 * n8n-workaround(2.39.10, n8n/dist/active-workflow-manager.js): when an activation fails, n8n shows only the error's
 * message.
 */
export function toActivationError(
	functions: IHookFunctions | IPollFunctions,
	error: unknown,
): Error {
	const nodeError = toNodeError(functions, error);
	nodeError.message = describeFailure(error);
	return nodeError;
}
