import type { IDataObject } from 'n8n-workflow';

import {
	carryOut,
	type Command,
	type Doubt,
} from '../../../nodes/SocialPublishing/commands/command';
import {
	recallCommand,
	wasAttempted,
} from '../../../nodes/SocialPublishing/commands/commandRecord';
import { KEY_LIFETIME_MS } from '../../../nodes/SocialPublishing/transport/retry';
import { clock } from '../../../nodes/SocialPublishing/shared/clock';
import type { Finding } from '../../../nodes/SocialPublishing/transport/lostResponse';
import { answeringConnection } from '../support/answeringConnection';

let executions = 0;
let nowMs: number;
let scope: Command['idempotency']['scope'];

beforeEach(() => {
	nowMs = 1_800_000_000_000;
	jest.spyOn(clock, 'now').mockImplementation(() => nowMs);
	jest.spyOn(clock, 'wait').mockResolvedValue();
	scope = { executionId: String(executions++), nodeId: 'n', round: 0, itemIndex: 0 };
});
afterEach(() => jest.restoreAllMocks());

type Answer = 'lost' | { status: number; body?: IDataObject };

const ACCEPTED: Answer = { status: 201, body: { data: { id: '7' } } };
const KEY_IN_USE: Answer = {
	status: 409,
	body: { error: { code: 'idempotency_mismatch', message: 'The key was used with other input' } },
};
const found: Finding = {
	is: 'found',
	response: { data: { id: 'found' }, etag: undefined, headers: {} },
};

/** A command whose requests get these answers; the last one repeats. */
function command(text: string, answers: Answer[], more: Partial<Command> = {}) {
	const doubts: Doubt[] = [];
	let nth = 0;
	const { connection, requests } = answeringConnection(() => {
		const answer = answers[Math.min(nth++, answers.length - 1)] ?? ACCEPTED;
		if (answer === 'lost') throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
		return answer;
	});
	const whole: Command = {
		purpose: 'create the post',
		identity: { path: '/posts', step: 'main', content: { text } },
		idempotency: { mode: 'execution', scope },
		request: { method: 'POST', safety: 'keyed' },
		isEdited: false,
		prepare: async () => ({ json: { text } }),
		find: async (doubt) => {
			doubts.push(doubt);
			return { is: 'none' };
		},
		...more,
	};
	const send = async () => await carryOut(connection, whole);
	return { send, connection, whole, doubts, requests };
}

const loseResponse = async (more: Partial<Command> = {}) =>
	await expect(command('Bread', ['lost'], more).send()).rejects.toMatchObject({
		effect: 'unknown',
	});

it('An accepted command is not sent again.', async () => {
	expect(await command('Bread', [ACCEPTED]).send()).toMatchObject({ isResumed: false });
	const second = command('Rolls', [ACCEPTED]);
	expect(await second.send()).toMatchObject({ data: { id: '7' }, isResumed: true });
	expect(second.requests).toEqual([]);
	expect(wasAttempted(second.connection, second.whole)).toBe(true);
	expect(recallCommand(second.connection, second.whole)?.response?.data).toEqual({ id: '7' });
	const other = { ...second.whole, identity: { ...second.whole.identity, step: 'publish' } };
	expect(wasAttempted(second.connection, other)).toBe(false);
});

it('A command whose response was lost is repeated with the same body, without a look.', async () => {
	await loseResponse();
	nowMs += KEY_LIFETIME_MS;
	const mayBeBegun = jest.fn(async () => true);
	const second = command('Rolls', [ACCEPTED], { mayBeBegun });
	expect(await second.send()).toMatchObject({ isResumed: false });
	expect(second.requests).toEqual(['POST /posts {"text":"Bread"}']);
	expect(second.doubts).toEqual([]);
	expect(mayBeBegun).not.toHaveBeenCalled();
});

it('A refused command is made anew.', async () => {
	await expect(command('Bread', [{ status: 422 }]).send()).rejects.toMatchObject({
		effect: 'none',
	});
	const second = command('Rolls', [ACCEPTED]);
	await second.send();
	expect(second.requests).toEqual(['POST /posts {"text":"Rolls"}']);
});

describe('A command that another run may have sent', () => {
	const mayBeBegun = async () => true;

	it('is not sent if its effect is found.', async () => {
		const { send, requests } = command('Bread', [], { mayBeBegun, find: async () => found });
		expect(await send()).toMatchObject({ data: { id: 'found' }, isResumed: true });
		expect(requests).toEqual([]);
	});

	it('is sent if it had none.', async () => {
		const { send, doubts, requests } = command('Bread', [ACCEPTED], { mayBeBegun });
		expect(await send()).toMatchObject({ isResumed: false });
		expect(doubts).toEqual([{ why: 'otherRun' }]);
		expect(requests).toHaveLength(1);
	});

	it('is not sent if nobody can tell.', async () => {
		const find = async (): Promise<Finding> => ({ is: 'undecided' });
		const { send, requests } = command('Bread', [], { mayBeBegun, find });
		await expect(send()).rejects.toThrow('it is not known whether an earlier attempt did');
		expect(requests).toEqual([]);
	});
});

describe('A command whose key the service has forgotten', () => {
	beforeEach(async () => {
		await loseResponse();
		nowMs += KEY_LIFETIME_MS + 1;
	});

	it('is not repeated if its effect is found.', async () => {
		const { send, requests } = command('Rolls', [], { find: async () => found });
		expect(await send()).toMatchObject({ data: { id: 'found' }, isResumed: true });
		expect(requests).toEqual([]);
		expect(await command('Rolls', []).send()).toMatchObject({ data: { id: 'found' } });
	});

	it('is made anew if it had none.', async () => {
		const { send, doubts, requests } = command('Rolls', [ACCEPTED]);
		expect(await send()).toMatchObject({ isResumed: false });
		expect(doubts).toEqual([{ why: 'forgotten', json: { text: 'Bread' } }]);
		expect(requests).toEqual(['POST /posts {"text":"Rolls"}']);
	});
});

describe('A refusal after a lost response', () => {
	it('stands in for the response if the effect is found.', async () => {
		const { send } = command('Bread', ['lost', { status: 409 }], { find: async () => found });
		expect(await send()).toMatchObject({ data: { id: 'found' }, isResumed: false });
	});

	it('is a refusal if there was no effect.', async () => {
		const { send } = command('Bread', ['lost', { status: 422 }]);
		await expect(send()).rejects.toMatchObject({ effect: 'none' });
	});

	it.each<[string, Command['find']]>([
		['nobody can tell', async () => ({ is: 'undecided' })],
		['nobody can look', undefined],
	])('leaves the effect open if %s.', async (_why, find) => {
		const { send } = command('Bread', ['lost', { status: 422 }], { find });
		await expect(send()).rejects.toMatchObject({
			effect: 'unknown',
			description: expect.stringContaining('The response to an earlier attempt was lost.'),
		});
	});
});

describe('A key that the service knows with other content', () => {
	const otherKey: Command['idempotency'] = { mode: 'custom', key: 'other', scope };

	it('is followed by the other key of the command, if nothing is found.', async () => {
		const more = { isShared: true, otherKey: { ...otherKey, scope } };
		const { send, requests } = command('Bread', [KEY_IN_USE, ACCEPTED], more);
		expect(await send()).toMatchObject({ data: { id: '7' } });
		expect(requests).toHaveLength(2);
	});

	it('leaves the command open if the other key is in use, too.', async () => {
		const more = { isShared: true, otherKey: { ...otherKey, scope } };
		const { send } = command('Bread', [KEY_IN_USE], more);
		await expect(send()).rejects.toMatchObject({ effect: 'unknown' });
	});

	it('is a refusal where no other run uses it.', async () => {
		const { send, doubts } = command('Bread', [KEY_IN_USE]);
		await expect(send()).rejects.toMatchObject({ effect: 'none' });
		expect(doubts).toEqual([]);
	});
});

describe('Content that was edited since', () => {
	const edited = { isEdited: true, describeEarlier: () => 'It made post 1. ' };

	it('is not sent next to what went out.', async () => {
		await command('Bread', [ACCEPTED]).send();
		await expect(command('Rolls', [], edited).send()).rejects.toMatchObject({
			message:
				'Could not create the post: the execution that is retried did it before with other content',
			description: expect.stringMatching(/^Nothing was sent now\. It made post 1\. Change that/),
		});
	});

	it('is sent if it is the same after all.', async () => {
		await command('Bread', [ACCEPTED]).send();
		expect(await command('Bread', [], edited).send()).toMatchObject({ isResumed: true });
	});

	it('is a new command where the service takes no key.', async () => {
		const unkeyed: Partial<Command> = {
			idempotency: { mode: 'none', scope },
			request: { method: 'PATCH', safety: 'repeatable' },
		};
		await loseResponse(unkeyed);
		const { send, requests } = command('Rolls', [ACCEPTED], { ...unkeyed, isEdited: true });
		await send();
		expect(requests).toEqual(['PATCH /posts {"text":"Rolls"}']);
	});
});

describe('A command without a key', () => {
	const unkeyed = (): Partial<Command> => ({
		idempotency: { mode: 'none', scope },
		request: { method: 'PATCH', safety: 'repeatable' },
	});

	it('is sent again after it was accepted.', async () => {
		await command('Bread', [ACCEPTED], unkeyed()).send();
		const { send, requests } = command('Bread', [ACCEPTED], unkeyed());
		expect(await send()).toMatchObject({ isResumed: false });
		expect(requests).toHaveLength(1);
	});

	it('repeats the body of an attempt whose response was lost.', async () => {
		await loseResponse(unkeyed());
		const { send, requests } = command('Rolls', [ACCEPTED], unkeyed());
		await send();
		expect(requests).toEqual(['PATCH /posts {"text":"Bread"}']);
	});
});
