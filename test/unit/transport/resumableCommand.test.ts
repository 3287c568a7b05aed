import { clock } from '../../../nodes/SocialPublishing/shared/clock';
import { UncertainFailure } from '../../../nodes/SocialPublishing/transport/errors';
import {
	recallResponse,
	sendResumable,
	wasAttempted,
	type ResumableCommand,
} from '../../../nodes/SocialPublishing/transport/resumableCommand';
import { KEY_LIFETIME_MS } from '../../../nodes/SocialPublishing/transport/retry';
import { quietConnection } from '../support/quietConnection';

const connection = quietConnection();
let executions = 0;
let nowMs: number;
let scope: ResumableCommand['idempotency']['scope'];
const response = (data: unknown) => ({ data, etag: '"1"', headers: {} });
const identity = (text: string) => ({ path: '/posts', step: 'main', content: { text } });

beforeEach(() => {
	nowMs = 1_800_000_000_000;
	jest.spyOn(clock, 'now').mockImplementation(() => nowMs);
	scope = { executionId: String(executions++), nodeId: 'n', round: 0, itemIndex: 0 };
});
afterEach(() => jest.restoreAllMocks());

/** Makes a command that records what it does. */
function command(text: string, more: Partial<ResumableCommand> = {}) {
	const done: unknown[] = [];
	const made: ResumableCommand = {
		purpose: 'create the post',
		idempotency: { mode: 'execution', scope },
		identity: identity(text),
		makeBody: async () => {
			done.push('make');
			return { text };
		},
		send: async (body, wasSentBefore) => {
			done.push([body.text, wasSentBefore]);
			return response({ id: text });
		},
		findForgottenEffect: async (body) => {
			done.push(['look', body.text]);
			return 'noEffect';
		},
		isEdited: false,
		...more,
	};
	return { done, send: async () => await sendResumable(connection, made) };
}

const loseResponse = async () =>
	await command('Bread', {
		send: async () => {
			throw new UncertainFailure('Could not create the post', 'It may have worked.');
		},
	})
		.send()
		.catch(() => undefined);

it('an edited command without an earlier attempt is sent', async () => {
	const { done, send } = command('Bread', { isEdited: true });
	await send();
	expect(done).toEqual(['make', ['Bread', false]]);
});

it('an accepted command is not sent again', async () => {
	const first = command('Bread');
	expect(await first.send()).toMatchObject({ data: { id: 'Bread' }, isResumed: false });
	expect(first.done).toEqual(['make', ['Bread', false]]);
	const second = command('Rolls');
	expect(await second.send()).toEqual({ ...response({ id: 'Bread' }), isResumed: true });
	expect(second.done).toEqual([]);
	const mode = { mode: 'execution', scope } as const;
	expect(wasAttempted(connection, mode, identity('Rolls'))).toBe(true);
	expect(recallResponse(connection, mode, identity('Rolls'))?.data).toEqual({ id: 'Bread' });
	const other = { ...identity('Bread'), step: 'publish' };
	expect(wasAttempted(connection, mode, other)).toBe(false);
	expect(recallResponse(connection, mode, other)).toBeUndefined();
});

it('a command whose response was lost is repeated with the same body', async () => {
	await loseResponse();
	nowMs += KEY_LIFETIME_MS;
	const mode = { mode: 'execution', scope } as const;
	expect(recallResponse(connection, mode, identity('Bread'))).toBeUndefined();
	const second = command('Rolls', { findEarlier: async () => response({ id: 'Earlier' }) });
	expect(await second.send()).toMatchObject({ isResumed: false });
	expect(second.done).toEqual([['Bread', true]]);
});

it('a refused command is made anew', async () => {
	const refused = command('Bread', { send: async () => await Promise.reject(new Error('No')) });
	await expect(refused.send()).rejects.toThrow('No');
	const second = command('Rolls');
	await second.send();
	expect(second.done).toEqual(['make', ['Rolls', false]]);
});

it('what another execution has done is not done again', async () => {
	const found = command('Bread', { findEarlier: async () => response({ id: 'Earlier' }) });
	expect(await found.send()).toMatchObject({ data: { id: 'Earlier' }, isResumed: true });
	expect(found.done).toEqual([]);
	const none = command('Rolls', { findEarlier: async () => undefined });
	expect(await none.send()).toMatchObject({ data: { id: 'Earlier' }, isResumed: true });
	expect(none.done).toEqual([]);
});

describe('a command whose key the service has forgotten', () => {
	beforeEach(async () => {
		await loseResponse();
		nowMs += KEY_LIFETIME_MS + 1;
	});

	it('is not repeated if its effect is found', async () => {
		const findForgottenEffect = async () => response({ id: 'Found' });
		const second = command('Rolls', { findForgottenEffect });
		expect(await second.send()).toMatchObject({ data: { id: 'Found' }, isResumed: true });
		expect(second.done).toEqual([]);
		expect(await command('Rolls').send()).toMatchObject({ data: { id: 'Found' } });
	});

	it('is made anew if it had none', async () => {
		const second = command('Rolls');
		expect(await second.send()).toMatchObject({ data: { id: 'Rolls' }, isResumed: false });
		expect(second.done).toEqual([['look', 'Bread'], 'make', ['Rolls', false]]);
	});
});

describe('content that was edited since', () => {
	const edited = { isEdited: true, describeEarlier: () => 'It made post 1. ' };

	it('is not sent next to what went out', async () => {
		await command('Bread').send();
		await expect(command('Rolls', edited).send()).rejects.toMatchObject({
			message:
				'Could not create the post: the execution that is retried did it before with other content',
			description: expect.stringMatching(/^It made post 1\. Nothing was sent now\./),
		});
		await expect(command('Rolls', { isEdited: true }).send()).rejects.toMatchObject({
			description: expect.stringMatching(/^Nothing was sent now\./),
		});
	});

	it('is sent if it is the same after all', async () => {
		await command('Bread').send();
		expect(await command('Bread', edited).send()).toMatchObject({ isResumed: true });
	});
});
