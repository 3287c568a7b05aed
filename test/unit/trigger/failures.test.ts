import type { IPollFunctions } from 'n8n-workflow';

import { clock } from '../../../nodes/SocialPublishing/shared/clock';
import { InputFailure, ServiceFailure } from '../../../nodes/SocialPublishing/shared/failure';
import {
	endFailureStreak,
	reportPollFailure,
} from '../../../nodes/SocialPublishing/trigger/failures';

const MINUTE_MS = 60_000;
const outage = new ServiceFailure('The service is down', 'Wait.', { status: 503 });
const refusal = new ServiceFailure('The token is wrong', 'Correct it.', { status: 401 });

afterEach(() => jest.restoreAllMocks());

/** An active workflow whose polls fail. */
function setUp(hasBaseline = true) {
	const log: string[] = [];
	const functions = {
		getNode: () => ({ name: 'Trigger', type: 'trigger', parameters: {} }),
		logger: { warn: (text: string) => log.push(text) },
	} as unknown as IPollFunctions;
	/** Reports a poll that fails at this minute. Returns the message of the error, or 'logged'. */
	const failAt = (minute: number, error: unknown): string => {
		jest.spyOn(clock, 'now').mockReturnValue(minute * MINUTE_MS);
		try {
			reportPollFailure(functions, error, hasBaseline);
			return 'logged';
		} catch (thrown) {
			return thrown instanceof Error ? thrown.message : '';
		}
	};
	return { failAt, log, succeed: () => endFailureStreak(functions) };
}

it('an outage is only logged in its first hour, and then reported as an error once an hour', () => {
	const { failAt, log } = setUp();
	const minutes = [0, 59, 60, 61, 119, 120];
	const failed = 'The service is down. Wait.';
	expect(minutes.map((minute) => failAt(minute, outage))).toEqual([
		...['logged', 'logged', failed, 'logged', 'logged', failed],
	]);
	expect(log[0]).toBe(
		'Trigger: a poll failed. The next poll catches up. The service is down. Wait.',
	);
});

it('a failure that is no outage is reported as an error at once, and then once an hour until a poll succeeds', () => {
	const { failAt, succeed } = setUp();
	const failed = 'The token is wrong. Correct it.';
	expect([0, 59, 60].map((minute) => failAt(minute, refusal))).toEqual([failed, 'logged', failed]);
	succeed();
	expect(failAt(61, refusal)).toBe(failed);
	succeed();
	expect(failAt(130, outage)).toBe('logged');
});

it('a workflow cannot be activated before a poll has succeeded', () => {
	const { failAt, log } = setUp(false);
	expect([failAt(0, outage), failAt(1, outage), log]).toEqual([
		...['The service is down. Wait.', 'The service is down. Wait.'],
		[],
	]);
});

it.each<[string, boolean, unknown]>([
	['a server error', true, new ServiceFailure('x', 'y', { status: 500 })],
	['a rate limit', true, new ServiceFailure('x', 'y', { status: 429 })],
	['no response', true, new ServiceFailure('x', 'y')],
	['a refusal', false, new ServiceFailure('x', 'y', { status: 499 })],
	['a wrong parameter', false, new InputFailure('x', 'y')],
	['a defect', false, new Error('x')],
])('%s counts as an outage: %s', (_what, isOutage, error) => {
	expect(setUp().failAt(0, error) === 'logged').toBe(isOutage);
});
