import { randomUUID } from 'node:crypto';
import axios from 'axios';

import { startChatRoom, type ChatRoom } from './chatRoom';
import { HtmlReader } from './htmlReader';
import type { HostVersion } from './install';
import { startMailServer, type MailServer } from './mailServer';
import { outputOf, type Execution } from './execution';
import { startTestbed, type OwnTestbed } from './testbed';
import { TIMEOUT_MS, waitUntil } from './waitUntil';

/** A real n8n with everything that the examples talk to: the service, a team chat and a mail server. */
export class ExampleTestbed {
	private constructor(
		private readonly testbed: OwnTestbed,
		readonly chat: ChatRoom,
		readonly mail: MailServer,
		readonly reader: HtmlReader,
	) {}

	static async start(
		version: HostVersion,
		env: Record<string, string> = {},
	): Promise<ExampleTestbed> {
		const limits = { credentialPerMinute: 10_000, userPerMinute: 10_000 };
		const testbed = await startTestbed({ version, env }, { limits, outcomeDelayMs: 50 });
		const mail = await startMailServer();
		await testbed.n8n.createCredential('smtp', mail.credential);
		return new ExampleTestbed(testbed, await startChatRoom(), mail, await HtmlReader.open());
	}

	get n8n() {
		return this.testbed.n8n;
	}

	get service() {
		return this.testbed.service;
	}

	get workspaceId() {
		return this.testbed.workspaceId;
	}

	/** Chooses "Execute workflow". Returns the id of the execution. */
	async execute(workflowId: string, trigger: string): Promise<string> {
		const executionId = await this.n8n.rest.runManually(workflowId, trigger);
		if (executionId === undefined) throw new Error(`n8n waits for an event of ${trigger}`);
		return executionId;
	}

	async run(workflowId: string, trigger: string): Promise<Execution> {
		return await this.finished(await this.execute(workflowId, trigger));
	}

	async finished(executionId: string): Promise<Execution> {
		return await this.n8n.rest.finishedExecution(executionId);
	}

	/** Publishes a post as somebody does in the service's own interface. */
	async publish(text: string, accounts: string[]): Promise<void> {
		await this.handOver(text, accounts, 'publish', {});
	}

	/** Schedules a post as somebody does in the service's own interface, for a time in ISO 8601. */
	async schedule(text: string, accounts: string[], scheduled_at: string): Promise<void> {
		await this.handOver(text, accounts, 'schedule', { scheduled_at });
	}

	private async handOver(
		text: string,
		accounts: string[],
		command: 'publish' | 'schedule',
		content: object,
	): Promise<void> {
		const { baseUrl, token } = this.service;
		const posts = `${baseUrl}/workspaces/${this.workspaceId.value}/posts`;
		const send = async (url: string, body: object, headers: object = {}) =>
			await axios.post<{ data: { id: string } }>(url, body, {
				headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID(), ...headers },
			});
		const destinations = accounts.map((name) => ({ account_id: this.service.accountId(name) }));
		const { data, headers } = await send(posts, { text, destinations });
		await send(`${posts}/${data.data.id}/${command}`, content, { 'if-match': headers.etag });
	}

	/** The n-th execution of an active workflow, once it has one. */
	async executionOf(workflowId: string, index = 0): Promise<string> {
		let ids: string[] = [];
		const what = `execution ${index + 1} of the workflow`;
		await this.until(async () => {
			ids = (await this.n8n.rest.executions(workflowId)).map(({ id }) => id);
			return ids.length > index;
		}, what);
		return ids[index] ?? '';
	}

	async until(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
		await waitUntil(condition, TIMEOUT_MS, what);
	}

	/** The statuses of all posts at the service, and of their deliveries. */
	get statuses(): Array<[string | null, string, ...string[]]> {
		return [...this.service.state.posts.values()].map(({ text, status, destinations }) => [
			text ?? null,
			status,
			...destinations.map((destination) => destination.status),
		]);
	}

	/** Forgets what an example has done. */
	reset(): void {
		const { state, journal } = this.service;
		state.posts.clear();
		state.media.clear();
		journal.clear();
		this.chat.messages.length = 0;
		this.mail.mails.length = 0;
	}

	async close(): Promise<void> {
		this.chat.close();
		this.mail.close();
		await this.reader.close();
		await this.testbed.close();
	}
}

/** The message of the error that ended an execution, and the items on the first output of one of its steps. */
export function resultOf(execution: Execution, step: string) {
	return {
		error: execution.data.resultData.error?.message,
		items: outputOf(execution, step).map(({ json }) => json),
	};
}
