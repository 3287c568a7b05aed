import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { readPollSettings } from '../../../../nodes/SocialPublishing/trigger/triggerParameters';
import { quietConnection } from '../../support/quietConnection';

async function settingsFrom(parameters: IDataObject) {
	const functions = {
		getNodeParameter: (name: string, fallback: unknown) => parameters[name] ?? fallback,
	} as unknown as IPollFunctions;
	return await readPollSettings(functions, quietConnection());
}

const chosen = { workspaceId: ' ws 1 ', events: ['post.failed'] };

it('readPollSettings returns the workspace, the events and the defaults of the other fields', async () => {
	expect(await settingsFrom(chosen)).toEqual({
		workspaceId: 'ws 1',
		workspacePath: '/workspaces/ws%201',
		types: ['post.failed'],
		includesResource: true,
		watchPostsForDays: 30,
	});
	expect(await settingsFrom({ ...chosen, workspaceId: 7 })).toMatchObject({ workspaceId: '7' });
});

it.each([1, '5', 0.5, 0, -1, 'x', Infinity])(
	'readPollSettings refuses Watch Posts For Days below 1 (%j)',
	async (days) => {
		const read = settingsFrom({ ...chosen, options: { watchPostsForDays: days } });
		if (Number(days) >= 1) expect((await read).watchPostsForDays).toBe(Number(days));
		else
			await expect(read).rejects.toThrow("'Watch Posts For Days' must be a number of at least 1");
	},
);
