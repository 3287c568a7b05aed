import { readExample } from '../../examples';
import { resultOf } from '../../exampleTestbed';
import { followLink, lastLinkIn } from '../../waitingExecution';
import { expectSampleLike } from './sampleEvent';
import type { ExampleCheck } from './exampleCheck';

export const failedDeliveryToChat: ExampleCheck = {
	fileName: 'failed-delivery-to-chat.json',
	title: 'tells the team which account failed and why, and retries when somebody confirms',

	async check(testbed) {
		const { chat, n8n, service, workspaceId } = testbed;
		const trigger = 'When a Delivery Fails';
		const workflow = readExample(failedDeliveryToChat.fileName, {
			[trigger]: { workspaceId },
			'Tell the Team': { url: chat.url },
		});
		const workflowId = await n8n.importWorkflow(workflow, { active: true });
		const error = { code: 'page_unavailable', message: 'The page is no longer available.' };
		service.setOutcome('Cakes on Pagebook', { status: 'failed', error }, { status: 'published' });
		await testbed.publish('Fresh from the oven', ['Cakes on Pagebook', 'Bread on Shortpost']);

		const executionId = await testbed.executionOf(workflowId);
		await testbed.until(() => chat.messages.length > 0, 'a message');
		expect(chat.messages).toEqual([
			expect.stringMatching(
				/^Not published on Cakes on Pagebook \(pagebook\): The page is no longer available\.\n\nFresh from the oven\n/,
			),
		]);
		expect(testbed.statuses).toEqual([['Fresh from the oven', 'partial', 'failed', 'published']]);

		const link = lastLinkIn(chat.messages[0]);
		const execution = await followLink(n8n.rest, executionId, link, ['Olive']);
		expect(resultOf(execution, 'Retry Failed')).toMatchObject({
			error: undefined,
			items: [{ status: 'published' }],
		});
		expect(testbed.statuses).toEqual([
			['Fresh from the oven', 'published', 'published', 'published'],
		]);
		expectSampleLike(workflow, trigger, execution);

		await n8n.rest.deactivate(workflowId);
		await testbed.execute(workflowId, trigger);
		await testbed.until(() => chat.messages.length > 1, 'the message about the pinned event');
		expect(chat.messages[1]).toMatch(
			/^Not published on Bakery on Pagebook \(pagebook\): The platf/,
		);
	},
};
