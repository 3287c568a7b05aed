import { readExample } from '../../examples';
import { resultOf } from '../../exampleTestbed';
import { followLink, lastLinkIn } from '../../waitingExecution';
import { bareEvent, HOSTILE_TEXT, MISSING_VALUE } from './hostileText';
import { expectSampleLike } from './sampleEvent';
import type { ExampleCheck } from './exampleCheck';

export const failedDeliveryToChat: ExampleCheck = {
	fileName: 'failed-delivery-to-chat.json',
	title: 'tells the team which account failed and why, and retries when somebody confirms',

	async check(testbed) {
		const { chat, n8n, reader, service, workspaceId } = testbed;
		const trigger = 'When a Delivery Fails';
		const workflow = readExample(failedDeliveryToChat.fileName, {
			[trigger]: { workspaceId },
			'Tell the Team': { url: chat.url },
		});
		const workflowId = await n8n.importWorkflow(workflow, { active: true });
		const error = { code: 'page_unavailable', message: 'The page is no longer available.' };
		service.setOutcome('Cakes on Pagebook', { status: 'failed', error }, { status: 'published' });
		await testbed.publish(HOSTILE_TEXT, ['Cakes on Pagebook', 'Bread on Shortpost']);

		const executionId = await testbed.executionOf(workflowId);
		await testbed.until(() => chat.messages.length > 0, 'a message');
		expect(chat.messages).toHaveLength(1);
		const [message = ''] = chat.messages;
		expect(message).toMatch(
			/^Not published on Cakes on Pagebook \(pagebook\): The page is no longer available\.\n\nFresh/,
		);
		// A chat shows entities as the characters that they stand for, and treats a bare "<" as a command.
		expect(message).not.toMatch(/[<>]/);
		const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };
		const shown = message.replace(/&(lt|gt|amp);/g, (entity) => entities[entity] ?? '');
		expect(shown).toContain(`\n\n${HOSTILE_TEXT}\n\n`);
		expect(testbed.statuses).toEqual([[HOSTILE_TEXT, 'partial', 'failed', 'published']]);

		const link = lastLinkIn(message);
		expect(await reader.readPage(link)).toContain(HOSTILE_TEXT.split('\n')[0]);
		const execution = await followLink(n8n.rest, executionId, link, ['Olive']);
		expect(resultOf(execution, 'Retry Failed')).toMatchObject({
			error: undefined,
			items: [{ status: 'published' }],
		});
		expect(testbed.statuses).toEqual([[HOSTILE_TEXT, 'published', 'published', 'published']]);
		expectSampleLike(workflow, trigger, execution);

		await n8n.rest.deactivate(workflowId);
		const sampleId = await testbed.execute(workflowId, trigger);
		await testbed.until(() => chat.messages.length > 1, 'the message about the pinned event');
		expect(chat.messages[1]).toMatch(
			/^Not published on Bakery on Pagebook \(pagebook\): The platf/,
		);
		const sample = await followLink(n8n.rest, sampleId, lastLinkIn(chat.messages[1]), ['Olive']);
		expect(resultOf(sample, 'Retry Failed')).toEqual({ error: undefined, items: [] });

		workflow.pinData = { [trigger]: [{ json: bareEvent('delivery.failed') }] };
		await testbed.execute(await n8n.importWorkflow(workflow), trigger);
		await testbed.until(() => chat.messages.length > 2, 'the message without details');
		expect(chat.messages[2]).toMatch(/^Not published on an account: the service gave no reason/);
		expect(chat.messages[2]).not.toMatch(MISSING_VALUE);
	},
};
