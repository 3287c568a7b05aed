import type { IDataObject } from 'n8n-workflow';

import { carryOut, type Command } from '../../../nodes/SocialPublishing/commands/command';
import type { Uncertainty } from '../../../nodes/SocialPublishing/commands/uncertainty';
import { clock } from '../../../nodes/SocialPublishing/shared/clock';
import type { Finding } from '../../../nodes/SocialPublishing/transport/finding';
import { respondingConnection } from '../support/respondingConnection';

/** The item that the commands of a test are sent for, and the node's clock. */
interface CommandWorld {
	nowMs: number;
	scope: Command['idempotency']['scope'];
}

let executions = 0;

/** A new execution for each test; pauses take no time. */
function useCommandWorld(): CommandWorld {
	const world: CommandWorld = { nowMs: 0, scope: newScope() };
	beforeEach(() => {
		world.nowMs = 1_800_000_000_000;
		world.scope = newScope();
		jest.spyOn(clock, 'now').mockImplementation(() => world.nowMs);
		jest.spyOn(clock, 'wait').mockResolvedValue();
	});
	afterEach(() => jest.restoreAllMocks());
	return world;
}

function newScope(): CommandWorld['scope'] {
	return { executionId: String(executions++), nodeId: 'n', round: 0, itemIndex: 0 };
}

type Answer = 'lost' | { status: number; body?: IDataObject };

export const ACCEPTED: Answer = { status: 201, body: { data: { id: '7' } } };
export const KEY_IN_USE: Answer = {
	status: 409,
	body: { error: { code: 'idempotency_mismatch', message: 'The key was used with other input' } },
};
export const found: Finding = {
	is: 'found',
	response: { data: { id: 'found' }, etag: undefined, headers: {} },
};

/** A command whose requests get these responses; the last one repeats. */
function scriptedCommand(
	{ scope }: CommandWorld,
	text: string,
	answers: Answer[],
	more: Partial<Command> = {},
) {
	const doubts: Uncertainty[] = [];
	let nth = 0;
	const { connection, requests } = respondingConnection(() => {
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

/** Commands for the item of a test. */
export function useScriptedCommands() {
	const world = useCommandWorld();
	const command = (text: string, answers: Answer[], more?: Partial<Command>) =>
		scriptedCommand(world, text, answers, more);
	const loseResponse = async (more: Partial<Command> = {}) =>
		await expect(command('Bread', ['lost'], more).send()).rejects.toMatchObject({
			effect: 'unknown',
		});
	return { world, command, loseResponse };
}
