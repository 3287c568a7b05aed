import { readExample } from '../../examples';
import { resultOf } from '../../exampleTestbed';
import { followLink, linksIn } from '../../waitingExecution';
import { expectSampleLike } from './sampleEvent';
import type { ExampleCheck } from './exampleCheck';

export const uncertainDeliveryToReview: ExampleCheck = {
	fileName: 'uncertain-delivery-to-review.json',
	title: 'retries an uncertain delivery only after a person has not found the post',

	async check(testbed) {
		const { mail, n8n, service, workspaceId } = testbed;
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
			expect(mail.mails[index]?.subject).toBe('Is this post online on Bread on Shortpost?');
			expect(mail.mails[index]?.body).toContain(text);
			const [link = ''] = linksIn(mail.mails[index]?.body);
			return await followLink(n8n.rest, executionId, link, [found]);
		};

		const online = await answer('Seen', 'It is online', 0);
		expect(resultOf(online, 'Retry Delivery')).toEqual({ error: undefined, items: [] });
		const missing = await answer('Not seen', 'It is not online', 1);
		expect(resultOf(missing, 'Retry Delivery').error).toBeUndefined();
		expect(testbed.statuses.map(([text, , delivery]) => [text, delivery])).toEqual([
			['Seen', 'needs_review'],
			['Not seen', 'published'],
		]);
		expectSampleLike(workflow, trigger, missing);

		await n8n.rest.deactivate(workflowId);
		await testbed.execute(workflowId, trigger);
		await testbed.until(() => mail.mails.length > 2, 'the mail about the pinned event');
		expect(mail.mails[2]?.subject).toBe('Is this post online on Bakery on Pagebook?');
	},
};
