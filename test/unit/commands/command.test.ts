import type { Command } from '../../../nodes/SocialPublishing/commands/command';
import { readSentCommand, wasSent } from '../../../nodes/SocialPublishing/commands/sentCommands';
import { ServiceFailure } from '../../../nodes/SocialPublishing/shared/failure';
import type { Finding } from '../../../nodes/SocialPublishing/transport/finding';
import { KEY_LIFETIME_MS } from '../../../nodes/SocialPublishing/transport/retry';
import { ACCEPTED, found, KEY_IN_USE, useScriptedCommands } from './scriptedCommand';

const { world, command, loseResponse } = useScriptedCommands();

it('an accepted command is not sent again', async () => {
	expect(await command('Bread', [ACCEPTED]).send()).toMatchObject({ isResumed: false });
	const second = command('Rolls', [ACCEPTED]);
	expect(await second.send()).toMatchObject({ data: { id: '7' }, isResumed: true });
	expect(second.requests).toEqual([]);
	expect(wasSent(second.connection, second.whole)).toBe(true);
	expect(readSentCommand(second.connection, second.whole)?.response?.data).toEqual({ id: '7' });
	const other = { ...second.whole, identity: { ...second.whole.identity, step: 'publish' } };
	expect(wasSent(second.connection, other)).toBe(false);
});

it('a command whose response was lost is repeated with the same body, without a search for its effect', async () => {
	await loseResponse();
	world.nowMs += KEY_LIFETIME_MS;
	const mayBeBegun = jest.fn(async () => true);
	const second = command('Rolls', [ACCEPTED], { mayBeBegun });
	expect(await second.send()).toMatchObject({ isResumed: false });
	expect(second.requests).toEqual(['POST /posts {"text":"Bread"}']);
	expect(second.doubts).toEqual([]);
	expect(mayBeBegun).not.toHaveBeenCalled();
});

it('a refused command is prepared again', async () => {
	await expect(command('Bread', [{ status: 422 }]).send()).rejects.toMatchObject({
		effect: 'none',
	});
	const second = command('Rolls', [ACCEPTED]);
	await second.send();
	expect(second.requests).toEqual(['POST /posts {"text":"Rolls"}']);
});

describe('a command that another run may have sent', () => {
	const mayBeBegun = async () => true;

	it('is not sent if its effect is found', async () => {
		const { send, requests } = command('Bread', [], { mayBeBegun, find: async () => found });
		expect(await send()).toMatchObject({ data: { id: 'found' }, isResumed: true });
		expect(requests).toEqual([]);
	});

	it('is sent if no effect is found', async () => {
		const { send, doubts, requests } = command('Bread', [ACCEPTED], { mayBeBegun });
		expect(await send()).toMatchObject({ isResumed: false });
		expect(doubts).toEqual([{ why: 'otherRun' }]);
		expect(requests).toHaveLength(1);
	});

	it('is not sent if the search is undecided', async () => {
		const find = async (): Promise<Finding> => ({ is: 'undecided' });
		const { send, requests } = command('Bread', [], { mayBeBegun, find });
		await expect(send()).rejects.toThrow('an earlier attempt may have taken effect');
		expect(requests).toEqual([]);
	});
});

describe('a command whose key the service has forgotten', () => {
	beforeEach(async () => {
		await loseResponse();
		world.nowMs += KEY_LIFETIME_MS + 1;
	});

	it('is not repeated if its effect is found', async () => {
		const { send, requests } = command('Rolls', [], { find: async () => found });
		expect(await send()).toMatchObject({ data: { id: 'found' }, isResumed: true });
		expect(requests).toEqual([]);
		expect(await command('Rolls', []).send()).toMatchObject({ data: { id: 'found' } });
	});

	it('is prepared again if no effect is found', async () => {
		const { send, doubts, requests } = command('Rolls', [ACCEPTED]);
		expect(await send()).toMatchObject({ isResumed: false });
		const sentAtMs = world.nowMs - KEY_LIFETIME_MS - 1;
		expect(doubts).toEqual([{ why: 'forgotten', json: { text: 'Bread' }, sentAtMs }]);
		expect(requests).toEqual(['POST /posts {"text":"Rolls"}']);
	});
});

describe('a refusal after a lost response', () => {
	it('is replaced by the effect if the search finds it', async () => {
		const { send } = command('Bread', ['lost', { status: 409 }], { find: async () => found });
		expect(await send()).toMatchObject({ data: { id: 'found' }, isResumed: false });
	});

	it('fails without an effect if the search finds none', async () => {
		const { send } = command('Bread', ['lost', { status: 422 }]);
		await expect(send()).rejects.toMatchObject({ effect: 'none' });
	});

	it.each<[string, Command['find']]>([
		['the search is undecided', async () => ({ is: 'undecided' })],
		['there is no search', undefined],
	])('leaves the effect unknown if %s', async (_why, find) => {
		const { send } = command('Bread', ['lost', { status: 422 }], { find });
		await expect(send()).rejects.toMatchObject({
			effect: 'unknown',
			description: expect.stringContaining('The response to an earlier attempt was lost.'),
		});
	});
});

describe('a key that the service knows with other content', () => {
	const otherKey = () => ({ mode: 'custom', key: 'other', scope: world.scope }) as const;

	it('is replaced by the other key of the command if no effect is found', async () => {
		const more = { isShared: true, otherKey };
		const { send, requests } = command('Bread', [KEY_IN_USE, ACCEPTED], more);
		expect(await send()).toMatchObject({ data: { id: '7' } });
		expect(requests).toHaveLength(2);
	});

	it('leaves the effect unknown if the other key is also in use', async () => {
		const more = { isShared: true, otherKey };
		const { send } = command('Bread', [KEY_IN_USE], more);
		await expect(send()).rejects.toMatchObject({ effect: 'unknown' });
	});

	it.each([
		['with other content', KEY_IN_USE, 1],
		['without a reason', { status: 409 } as const, 3],
	])(
		'is not replaced after a conflict %s if the search fails',
		async (_why, conflict, attempts) => {
			const find = async (): Promise<Finding> => {
				throw new ServiceFailure('Could not list the posts', 'Try again.');
			};
			const { send, requests } = command('Bread', [conflict], { isShared: true, otherKey, find });
			await expect(send()).rejects.toMatchObject({ effect: 'unknown' });
			expect(requests).toHaveLength(attempts);
		},
	);

	it('fails without an effect if no other run shares the key', async () => {
		const { send, doubts } = command('Bread', [KEY_IN_USE]);
		await expect(send()).rejects.toMatchObject({ effect: 'none' });
		expect(doubts).toEqual([]);
	});
});
