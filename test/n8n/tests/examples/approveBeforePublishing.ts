import axios from 'axios';

import { readExample } from '../../examples';
import { resultOf, type ExampleTestbed } from '../../exampleTestbed';
import { housePictures, startSampleFeed } from '../../sampleFeed';
import { followLink, linksIn, submitForm } from '../../waitingExecution';
import type { ExampleCheck } from './exampleCheck';
import { HOSTILE_TEXT } from './hostileText';

const USER = { user: 'olive', password: 'open sesame' };
const loginOf = (password: string): Record<string, string> => ({
	authorization: `Basic ${Buffer.from(`${USER.user}:${password}`).toString('base64')}`,
});

export const approveBeforePublishing: ExampleCheck = {
	fileName: 'approve-before-publishing.json',
	title: 'shows what is to be published, character by character, and publishes only that',

	async check(testbed) {
		const { mail, n8n, reader, service, workspaceId } = testbed;
		await n8n.createCredential('httpBasicAuth', USER);
		const destination = [
			{
				accountId: service.accountId('Bread on Shortpost'),
				text: 'Short <i>',
				thread: ['A reply'],
			},
			{ accountId: service.accountId('Cakes on Pagebook') },
		];
		const workflow = readExample(approveBeforePublishing.fileName, {
			'Create Draft': {
				workspaceId,
				destinationInput: 'perAccount',
				destinations: { destination },
			},
		});
		const { webhookId } = workflow.nodes.find(({ name }) => name === 'Write a Post') ?? {};
		const form = `${n8n.url}/form/${webhookId}`;
		const workflowId = await n8n.importWorkflow(workflow, { active: true });
		const { phone } = await housePictures();
		const website = await startSampleFeed([{ title: 'Bread', picture: phone }]);
		const picture = `${website.url}/0.picture`;

		let runs = 0;
		/** Suggests a post and returns the mail that follows. */
		const suggest = async (text: string, address = '') => {
			const known = mail.mails.length;
			await submitForm(form, [text, address], loginOf(USER.password));
			const executionId = await testbed.executionOf(workflowId, runs++);
			await testbed.until(() => mail.mails.length > known, 'a mail');
			const { subject = '', body = '' } = mail.mails[known] ?? {};
			const link = (approved: boolean) =>
				linksIn(body).find((each) => each.includes(`approved=${approved}`)) ?? '';
			return { executionId, subject, body, approve: link(true), decline: link(false) };
		};

		for (const headers of [{}, loginOf('guessed')]) {
			expect((await fetch(form, { headers })).status).toBe(401);
			await expect(submitForm(form, ['Guessed', picture], headers)).rejects.toThrow('401');
		}
		expect(website.downloads).toBe(0);

		const good = await suggest(HOSTILE_TEXT, picture);
		expect(good.subject).toBe('Publish this post?');
		const shown = await reader.readMail(good.body);
		const each = ['Bread on Shortpost (shortpost)', 'Short <i>', 'Reply:', 'A reply'];
		const other = ['Cakes on Pagebook (pagebook)', HOSTILE_TEXT];
		for (const part of [...each, ...other, `The pictures come from:\n${picture}`]) {
			expect(shown).toContain(part);
		}
		expect(shown.match(/Pictures and videos: 1/g)).toHaveLength(2);
		const published = await followLink(n8n.rest, good.executionId, good.approve);
		expect(resultOf(published, 'Publish Draft')).toMatchObject({
			items: [{ status: 'published' }],
		});

		const declined = await suggest('Declined');
		const plain = await reader.readMail(declined.body);
		expect(plain.match(/Pictures and videos: 0/g)).toHaveLength(2);
		expect(plain).not.toContain('come from');
		await followLink(n8n.rest, declined.executionId, declined.decline);

		const changed = await suggest('Changed');
		await changePost(testbed, 'Changed', 'Changed after it was shown');
		const count = mail.mails.length;
		await followLink(n8n.rest, changed.executionId, changed.approve);
		await testbed.until(() => mail.mails.length > count, 'the mail about the problem');
		expect(mail.mails[count]).toMatchObject({
			subject: 'The approved post may not have been published',
			body: expect.stringMatching(/^Changed\n\n[^]*has been changed/),
		});

		const missing = await suggest('With a picture', `${website.url}/missing.picture`);
		website.close();
		expect(missing.subject).toBe('The suggested post could not be saved');
		expect(missing.body).toMatch(/^With a picture\n\n.*picture/);
		// A form sends the ends of lines as a browser does.
		const posts = testbed.statuses.map(([text, status]) => [text?.replace('\r\n', '\n'), status]);
		expect(posts).toEqual([
			[HOSTILE_TEXT, 'published'],
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
