import { readExample } from '../../examples';
import { resultOf } from '../../exampleTestbed';
import { followLink, linksIn } from '../../waitingExecution';
import { bareEvent, HOSTILE_TEXT, MISSING_VALUE } from './hostileText';
import { expectSampleLike } from './sampleEvent';
import type { ExampleCheck } from './exampleCheck';

export const uncertainDeliveryToReview: ExampleCheck = {
	fileName: 'uncertain-delivery-to-review.json',
	title: 'retries an uncertain delivery only after a person has not found the post',

	async check(testbed) {
		const { mail, n8n, reader, service, workspaceId } = testbed;
		const trigger = 'When a Delivery Is Uncertain';
		const workflow = readExample(uncertainDeliveryToReview.fileName, {
			[trigger]: { workspaceId },
		});
		const workflowId = await n8n.importWorkflow(workflow, { active: true });
		const answer = async (text: string, found: string, index: number) => {
			service.setOutcome('Bread on Shortpost', { status: 'needs_review' }, { status: 'published' });
			await testbed.publish(text, ['Bread on Shortpost']);
			const executionId = await testbed.executionOf(workflowId, index);
			await testbed.until(() => mail.mails.length > index, 'a mail');
			const { subject, body = '' } = mail.mails[index] ?? {};
			expect(subject).toBe('Is this post online on Bread on Shortpost?');
			const [link = ''] = linksIn(body);
			for (const shown of [await reader.readMail(body), await reader.readPage(link)]) {
				expect(shown).toContain(text);
				expect(shown).toContain('Please look at Bread on Shortpost (shortpost), then answer.');
			}
			return await followLink(n8n.rest, executionId, link, [found]);
		};

		const online = await answer(HOSTILE_TEXT, 'It is online', 0);
		expect(resultOf(online, 'Retry Delivery')).toEqual({ error: undefined, items: [] });
		const missing = await answer('Not seen', 'It is not online', 1);
		expect(resultOf(missing, 'Retry Delivery').error).toBeUndefined();
		expect(testbed.statuses.map(([text, , delivery]) => [text, delivery])).toEqual([
			[HOSTILE_TEXT, 'needs_review'],
			['Not seen', 'published'],
		]);
		expectSampleLike(workflow, trigger, missing);

		await n8n.rest.deactivate(workflowId);
		await testbed.execute(workflowId, trigger);
		await testbed.until(() => mail.mails.length > 2, 'the mail about the pinned event');
		expect(mail.mails[2]?.subject).toBe('Is this post online on Bakery on Pagebook?');

		workflow.pinData = { [trigger]: [{ json: bareEvent('delivery.needs_review') }] };
		await testbed.execute(await n8n.importWorkflow(workflow), trigger);
		await testbed.until(() => mail.mails.length > 3, 'the mail about an event without details');
		const { subject, body = '' } = mail.mails[3] ?? {};
		expect(subject).toBe('Is this post online on an account?');
		expect(await reader.readMail(body)).not.toMatch(MISSING_VALUE);
	},
};
