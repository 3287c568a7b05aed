import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { readPollSettings } from '../../../../nodes/SocialPublishing/trigger/poll/pollSettings';

function settingsFrom(parameters: IDataObject) {
	return readPollSettings({
		getNodeParameter: (name: string, fallback: unknown) => parameters[name] ?? fallback,
	} as unknown as IPollFunctions);
}

const chosen = { workspaceId: ' ws 1 ', events: ['post.failed'] };

it('reads what the node is asked to watch', () => {
	expect(settingsFrom(chosen)).toEqual({
		workspaceId: 'ws 1',
		workspacePath: '/workspaces/ws%201',
		types: ['post.failed'],
		accountIds: [],
		includesResource: true,
		watchPostsForDays: 30,
	});
	expect(settingsFrom({ ...chosen, workspaceId: 7 })).toMatchObject({ workspaceId: '7' });
});

it.each([1, '5', 0.5, 0, -1, 'x', Infinity])('watches posts for %j days, if at least 1', (days) => {
	const read = () => settingsFrom({ ...chosen, options: { watchPostsForDays: days } });
	if (Number(days) >= 1) expect(read().watchPostsForDays).toBe(Number(days));
	else expect(read).toThrow('Watch Posts For Days must be a number of at least 1');
});
