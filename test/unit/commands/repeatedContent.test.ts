import type { Command } from '../../../nodes/SocialPublishing/commands/command';
import { ACCEPTED, useScriptedCommands } from './scriptedCommand';

const { world, command, loseResponse } = useScriptedCommands();

describe('content that was edited since the first attempt', () => {
	const edited = { isEdited: true, describeEarlier: () => 'It made post 1. ' };

	it('is not sent if the earlier content was accepted', async () => {
		await command('Bread', [ACCEPTED]).send();
		await expect(command('Rolls', [], edited).send()).rejects.toMatchObject({
			message:
				'Could not create the post: the execution you are retrying already did this with different content',
			description: expect.stringMatching(/^Nothing was sent now\. It made post 1\. Change that/),
		});
	});

	it('resumes the command if it is the same after all', async () => {
		await command('Bread', [ACCEPTED]).send();
		expect(await command('Bread', [], edited).send()).toMatchObject({ isResumed: true });
	});

	it('is a new command if the service takes no key', async () => {
		const unkeyed: Partial<Command> = {
			idempotency: { mode: 'none', scope: world.scope },
			request: { method: 'PATCH', safety: 'idempotent' },
		};
		await loseResponse(unkeyed);
		const { send, requests } = command('Rolls', [ACCEPTED], { ...unkeyed, isEdited: true });
		await send();
		expect(requests).toEqual(['PATCH /posts {"text":"Rolls"}']);
	});
});

describe('a command without a key', () => {
	const unkeyed = (): Partial<Command> => ({
		idempotency: { mode: 'none', scope: world.scope },
		request: { method: 'PATCH', safety: 'idempotent' },
	});

	it('is sent again after it was accepted', async () => {
		await command('Bread', [ACCEPTED], unkeyed()).send();
		const { send, requests } = command('Bread', [ACCEPTED], unkeyed());
		expect(await send()).toMatchObject({ isResumed: false });
		expect(requests).toHaveLength(1);
	});

	it('repeats the body of an attempt whose response was lost', async () => {
		await loseResponse(unkeyed());
		const { send, requests } = command('Rolls', [ACCEPTED], unkeyed());
		await send();
		expect(requests).toEqual(['PATCH /posts {"text":"Bread"}']);
	});
});
