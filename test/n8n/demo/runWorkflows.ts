import type { IDataObject } from 'n8n-workflow';

import type { RunningService } from '../../service';
import { readExample } from '../examples';
import { outputOf, type Execution } from '../rest';
import type { RunningN8n } from '../runningN8n';
import { waitUntil } from '../waitUntil';
import type { FeedServer } from './feedServer';

const EVENT_TIMEOUT_MS = 30_000;

export interface DemoRun {
	publishing: Execution;
	/** The items on the top and bottom outputs of the step named Publish. */
	wentOut: IDataObject[];
	needsAttention: IDataObject[];
	/** One execution for each event. */
	events: Execution[];
}

interface DemoSetup {
	n8n: RunningN8n;
	service: RunningService;
	feed: FeedServer;
	say(line: string): void;
}

/** Imports both examples, activates the trigger, runs the publishing workflow and waits for the events. */
export async function runWorkflows({ n8n, service, feed, say }: DemoSetup): Promise<DemoRun> {
	const workspaceId = { __rl: true, mode: 'id', value: service.workspaceId('Bakery') };
	const accounts = ['Bread on Photowall', 'Cakes on Pagebook'];

	say('3. Workflow "on-events.json": imported and activated');
	const listening = await n8n.importWorkflow(
		readExample('on-events.json', { 'When Something Happens': { workspaceId } }),
		{ active: true },
	);
	say('   n8n has registered a webhook with the service.');

	say('4. Workflow "rss-to-post.json": imported and run');
	say(`   The two newest items are published to ${accounts.join(' and ')}.`);
	say('   Cakes on Pagebook is set up to publish the first post and to fail on the second.');
	service.setOutcome(
		'Cakes on Pagebook',
		{ status: 'published' },
		{
			status: 'failed',
			error: { code: 'page_unavailable', message: 'The page is no longer available.' },
		},
	);
	const posting = await n8n.importWorkflow(
		readExample('rss-to-post.json', {
			'Read Feed': { url: feed.url },
			Publish: { workspaceId, accountIds: accounts.map((name) => service.accountId(name)) },
		}),
	);
	const executionId = await n8n.rest.runManually(posting, 'Every Hour');
	if (executionId === undefined) throw new Error('n8n did not run the workflow');
	const publishing = await n8n.rest.finishedExecution(executionId);
	const { error } = publishing.data.resultData;
	if (error) throw new Error(`The workflow stopped: ${error.message} (${error.description})`);
	const wentOut = outputOf(publishing, 'Went Out').map(({ json }) => json);
	const needsAttention = outputOf(publishing, 'Needs Attention').map(({ json }) => json);
	for (const post of service.state.posts.values()) {
		say(`   ${post.text?.split('\n')[0]}`);
		for (const { content, status, error, publications } of post.destinations) {
			const name = service.state.accounts.get(content.account_id)?.name;
			const where = publications[0]?.url ?? '';
			say(`     ${name}: ${status} ${error ? `– ${error.message}` : where}`);
		}
	}
	for (const { error } of needsAttention) say(`   n8n says: ${String(error)}`);

	say('5. Events that the workflow received');
	let events: Execution[] = [];
	await waitUntil(
		async () => {
			events = await n8n.rest.executions(listening);
			return events.filter(({ status }) => status === 'success').length >= 2;
		},
		EVENT_TIMEOUT_MS,
		'two events',
	);
	for (const event of events) {
		const [received] = outputOf(event, 'When Something Happens');
		const [message] = [...outputOf(event, 'Failure'), ...outputOf(event, 'Success')];
		say(`   ${String(received?.json.type)}, signature verified. ${String(message?.json.message)}`);
	}
	return { publishing, wentOut, needsAttention, events };
}
