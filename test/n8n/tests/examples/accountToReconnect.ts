import { readExample } from '../../examples';
import { bareEvent, MISSING_VALUE } from './hostileText';
import { expectSampleLike } from './sampleEvent';
import type { ExampleCheck } from './exampleCheck';

export const accountToReconnect: ExampleCheck = {
	fileName: 'account-to-reconnect.json',
	title: 'tells the team which account must be reconnected',

	async check(testbed) {
		const { chat, n8n, service, workspaceId } = testbed;
		const trigger = 'When an Account Needs You';
		const workflow = readExample(accountToReconnect.fileName, {
			[trigger]: { workspaceId },
			'Tell the Team': { url: chat.url },
		});
		const workflowId = await n8n.importWorkflow(workflow, { active: true });
		service.setConnected('Slow', false);
		const execution = await testbed.finished(await testbed.executionOf(workflowId));
		await n8n.rest.deactivate(workflowId);
		await testbed.run(workflowId, trigger);
		service.setConnected('Slow', true);
		const pinData = { [trigger]: [{ json: bareEvent('account.reconnect_required') }] };
		await testbed.run(await n8n.importWorkflow({ ...workflow, pinData }), trigger);

		expect(chat.messages).toEqual([
			expect.stringMatching(/^Please reconnect Slow \(worklink\): /),
			expect.stringMatching(/^Please reconnect Bakery on Pagebook \(pagebook\): /),
			expect.stringMatching(/^Please reconnect an account: /),
		]);
		expect(chat.messages.join('\n')).not.toMatch(MISSING_VALUE);
		expectSampleLike(workflow, trigger, execution);
	},
};
