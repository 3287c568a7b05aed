import axios from 'axios';

import { readExample } from '../../examples';
import { resultOf, type ExampleTestbed } from '../../exampleTestbed';
import { followLink, linksIn, submitForm } from '../../waitingExecution';
import type { ExampleCheck } from './exampleCheck';

export const approveBeforePublishing: ExampleCheck = {
	fileName: 'approve-before-publishing.json',
	title: 'publishes exactly the draft that was approved',

	async check(testbed) {
		const { mail, n8n, service, workspaceId } = testbed;
		const workflow = readExample(approveBeforePublishing.fileName, {
			'Create Draft': { workspaceId, accountIds: [service.accountId('Cakes on Pagebook')] },
		});
		const form = workflow.nodes.find(({ name }) => name === 'Write a Post')?.webhookId ?? '';
		const workflowId = await n8n.importWorkflow(workflow, { active: true });
		let runs = 0;
		/** Suggests a post and returns the links of the mail that asks for approval. */
		const suggest = async (text: string) => {
			const known = mail.mails.length;
			await submitForm(`${n8n.url}/form/${form}`, [text, '']);
			const executionId = await testbed.executionOf(workflowId, runs++);
			await testbed.until(() => mail.mails.length > known, 'a mail');
			const { body = '' } = mail.mails[known] ?? {};
			expect(body).toContain(text);
			expect(body).toContain('Cakes on Pagebook');
			const link = (approved: boolean) =>
				linksIn(body).find((each) => each.includes(`approved=${approved}`)) ?? '';
			return { executionId, approve: link(true), decline: link(false) };
		};

		const good = await suggest('Approved');
		const published = await followLink(n8n.rest, good.executionId, good.approve);
		expect(resultOf(published, 'Publish')).toMatchObject({ items: [{ status: 'published' }] });

		const declined = await suggest('Declined');
		await followLink(n8n.rest, declined.executionId, declined.decline);

		const changed = await suggest('Changed');
		await changePost(testbed, 'Changed', 'Changed after it was shown');
		await followLink(n8n.rest, changed.executionId, changed.approve);
		await testbed.until(() => mail.mails.length === 4, 'the mail about the problem');
		expect(mail.mails[3]).toMatchObject({
			subject: 'The approved post is not out',
			body: expect.stringContaining('has changed'),
		});
		expect(testbed.statuses.map(([text, status]) => [text, status])).toEqual([
			['Approved', 'published'],
			['Declined', 'draft'],
			['Changed after it was shown', 'draft'],
		]);
	},
};

/** Changes a post as somebody does in the service's own interface. */
async function changePost({ service }: ExampleTestbed, text: string, newText: string) {
	const post = [...service.state.posts.values()].find((each) => each.text === text);
	const url = `${service.baseUrl}/workspaces/${post?.workspaceId}/posts/${post?.id}`;
	const headers = { authorization: `Bearer ${service.token}` };
	const { headers: read } = await axios.get(url, { headers });
	await axios.patch(url, { text: newText }, { headers: { ...headers, 'if-match': read.etag } });
}
