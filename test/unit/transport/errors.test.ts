import type { ReceivedResponse } from '../../../nodes/SocialPublishing/transport/attempt';
import {
	noResponseFailure,
	rateLimitUsedUpFailure,
	refusedFailure,
	RefusedFailure,
} from '../../../nodes/SocialPublishing/transport/errors';
import {
	CancelledFailure,
	ServiceFailure,
	mayHaveTakenEffect,
} from '../../../nodes/SocialPublishing/shared/failure';
import { NetworkFailure } from '../../../nodes/SocialPublishing/transport/networkFailure';
import type { Call } from '../../../nodes/SocialPublishing/transport/types';
import { quietConnection } from '../support/quietConnection';
import { lostResponse } from '../support/lostResponse';
import { noResult, received } from './responses';

const connection = quietConnection({ redact: (text) => text.replaceAll('secret', '***') });
const publish: Call = { purpose: 'publish it', method: 'POST', path: '', safety: 'keyed' };
const read: Call = { purpose: 'read it', method: 'GET', path: '', safety: 'safe' };
const outcome = { ...noResult, conflict: 'running' } as const;
const UNCERTAIN = 'The attempt to publish it may have succeeded.';

describe('refusedFailure', () => {
	const refused = (call: Call, response: ReceivedResponse, isUncertain = false) =>
		refusedFailure({ connection, call, received: response }, outcome, isUncertain);

	it('shows everything that the service reports, without the token', () => {
		const error = { code: 'secret_code', message: 'No secret', details: { text: 'too long' } };
		const response = received(422, error, 'secret-1');
		expect(refused({ ...publish, purpose: 'publish secret' }, response)).toMatchObject({
			message: 'Could not publish ***: the service rejected the input',
			description:
				'\'Text\': too long. The service says: "No ***." Correct the value and try again. (status 422, code ***_code, request ID ***-1)',
			facts: { status: 422, code: '***_code', requestId: '***-1', details: { text: 'too long' } },
		});
	});

	it('omits facts that the service does not report', () => {
		const failure = refused(publish, received(413));
		expect(failure.description).toBe('Send a smaller file or text. (status 413)');
		expect(failure.facts).toMatchObject({ code: undefined, requestId: undefined });
	});

	it('does not claim that nothing was changed if an earlier attempt may have taken effect', () => {
		const happened = {
			happened: 'it is old',
			advice: 'Look.',
			nothingWas: 'changed',
		} as const;
		const call = { ...publish, explanations: { 412: happened } };
		expect(refused(call, received(412)).description).toBe(
			'Nothing was changed. Look. (status 412)',
		);
		const uncertain = refused(call, received(412), true);
		expect(uncertain.description).toBe(
			`The response to an earlier attempt was lost. ${UNCERTAIN} Check whether it did before you try again. Look. (status 412)`,
		);
		expect(mayHaveTakenEffect(uncertain)).toBe(true);
		expect(
			refused({ ...read, explanations: { 412: happened } }, received(412), true),
		).toMatchObject({ description: 'Look. (status 412)' });
	});

	it('states the meaning for the key only for status 409', () => {
		expect(refused(publish, received(409))).toMatchObject({ conflict: 'running' });
		expect(refused(publish, received(422))).toMatchObject({ conflict: undefined });
	});

	it('has no status if the response was successful', () => {
		const response = received(200);
		response.envelope.refusal = { happened: 'it refuses', advice: 'Look.' };
		const failure = refused(publish, response);
		expect(failure.description).toBe('Look.');
		expect(failure.facts.status).toBeUndefined();
	});
});

describe('noResponseFailure', () => {
	const lost = { ...received(undefined), failure: new NetworkFailure('timeout', 'ETIMEDOUT') };

	it('states that a command may have taken effect, and how to continue', () => {
		const call = { ...publish, repeatAdvice: 'Run it again.' };
		const failure = noResponseFailure({ connection, call, received: lost }, true);
		expect(failure.effect).toBe('unknown');
		expect(failure.message).toBe('Could not publish it: the service did not respond in time');
		expect(failure.description).toBe(`${UNCERTAIN} Run it again. (code ETIMEDOUT)`);
	});

	it('states no effect if the command cannot have arrived, or only reads', () => {
		const failure = noResponseFailure({ connection, call: publish, received: lost }, false);
		expect(failure.effect).toBe('none');
		expect(failure.description).toBe('Nothing was changed. Try again later. (code ETIMEDOUT)');
		const reading = noResponseFailure({ connection, call: read, received: lost }, true);
		expect(reading.effect).toBe('none');
		expect(reading.description).toBe('Try again later. (code ETIMEDOUT)');
	});

	it('reports a server error', () => {
		const failure = noResponseFailure({ connection, call: publish, received: received(503) }, true);
		expect(failure.message).toBe(
			'Could not publish it: the service reports a server error (status 503)',
		);
		expect(failure.description).toBe(
			`${UNCERTAIN} Check whether it did before you try again. If it keeps happening, give the request ID to the service's support. (status 503)`,
		);
	});
});

it.each([
	[0, 'in 1 s'],
	[60_001, 'in 61 s'],
	[86_400_000, 'in 86400 s'],
	[86_400_001, 'later'],
])('rateLimitUsedUpFailure, for a wait of %d ms, advises to try again %s', (waitMs, when) => {
	expect(rateLimitUsedUpFailure(connection, read, waitMs)).toMatchObject({
		message: `Could not read it: rate limit reached, try again ${when}`,
		description: 'All tools that use this token share one limit.',
		facts: { status: 429 },
	});
});

it('mayHaveTakenEffect is true only after lost responses and cancellations', () => {
	expect(mayHaveTakenEffect(lostResponse())).toBe(true);
	expect(mayHaveTakenEffect(new CancelledFailure())).toBe(true);
	expect(mayHaveTakenEffect(new RefusedFailure('', ''))).toBe(false);
	expect(mayHaveTakenEffect(new ServiceFailure('', ''))).toBe(false);
	expect(mayHaveTakenEffect(new Error(''))).toBe(false);
});
