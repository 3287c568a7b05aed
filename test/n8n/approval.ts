import { readExample } from './examples';
import type { ExampleTestbed } from './exampleTestbed';
import { followLink, linksIn, submitForm, untilWaiting } from './waitingExecution';

export const APPROVAL = 'approve-before-publishing.json';

const USER = { user: 'olive', password: 'open sesame' };

export const loginOf = (password: string): Record<string, string> => ({
	authorization: `Basic ${Buffer.from(`${USER.user}:${password}`).toString('base64')}`,
});

export const LOGIN = loginOf(USER.password);

/** The accounts of the example, with a text and a reply of its own for one of them. */
const ACCOUNTS = [
	{ name: 'Bread on Shortpost', text: 'Short <i>', thread: ['A reply'] },
	{ name: 'Cakes on Pagebook' },
];

/** The example in which a person approves each post, at work. */
export class Approval {
	private constructor(
		private readonly testbed: ExampleTestbed,
		/** The address of the form for a suggestion. */
		readonly form: string,
	) {}

	static async start(testbed: ExampleTestbed): Promise<Approval> {
		const { n8n, service, workspaceId } = testbed;
		await n8n.createCredential('httpBasicAuth', USER);
		const destination = ACCOUNTS.map(({ name, ...own }) => ({
			accountId: service.accountId(name),
			...own,
		}));
		const workflow = readExample(APPROVAL, {
			'Create Draft': {
				workspaceId,
				destinationInput: 'perAccount',
				destinations: { destination },
			},
		});
		await n8n.importWorkflow(workflow, { active: true });
		const { webhookId } = workflow.nodes.find(({ name }) => name === 'Write a Post') ?? {};
		return new Approval(testbed, `${n8n.url}/form/${webhookId}`);
	}

	/** Suggests a post, and returns the mail that follows and what it links to, once that can be opened. */
	async suggest(text: string, { picture = '', day = '', time = '' } = {}) {
		const asked = await this.mailAfter(async () => {
			await submitForm(this.form, [text, picture, 'author@example.com', day, time], LOGIN);
		});
		const [link = ''] = linksIn(asked.body);
		const [, executionId = ''] = /form-waiting\/(\d+)/.exec(link) ?? [];
		if (executionId !== '') await untilWaiting(this.testbed.n8n.rest, executionId);
		return { ...asked, link, executionId };
	}

	/** Submits the form that the mail links to. Returns the execution, and the mail to the author. */
	async answer(asked: { link: string; executionId: string }, answers: string[]) {
		const { executionId, link } = asked;
		const told = await this.mailAfter(
			async () => void (await followLink(this.testbed.n8n.rest, executionId, link, answers, LOGIN)),
		);
		return { told, execution: await this.testbed.finished(executionId) };
	}

	private async mailAfter(act: () => Promise<void>) {
		const { mails } = this.testbed.mail;
		const known = mails.length;
		await act();
		await this.testbed.until(() => mails.length > known, 'a mail');
		const [mail] = mails.slice(known);
		if (mail === undefined) throw new Error('There is no mail');
		return mail;
	}
}
