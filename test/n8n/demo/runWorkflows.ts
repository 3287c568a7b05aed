import type { RunningService } from '../../service';
import type { ChatRoom } from '../chatRoom';
import { readExample } from '../examples';
import { outputOf, type Execution } from '../execution';
import type { RunningN8n } from '../runningN8n';
import { followLink, lastLinkIn } from '../waitingExecution';
import { TIMEOUT_MS, waitUntil } from '../waitUntil';
import type { FeedServer } from './feedServer';

export interface DemoRun {
	/** Two runs of the publishing workflow with the same feed. */
	publishing: [Execution, Execution];
	/** The statuses of the posts and their deliveries after the first run. */
	statuses: string[][];
	/** The execution that the failed delivery has started. */
	reaction: Execution;
}

interface DemoSetup {
	n8n: RunningN8n;
	service: RunningService;
	feed: FeedServer;
	chat: ChatRoom;
	say(line: string): void;
}

/** Imports two examples: one publishes the feed twice, the other reacts to a delivery that fails. */
export async function runWorkflows(setup: DemoSetup): Promise<DemoRun> {
	const { n8n, service, chat, say } = setup;
	const workspaceId = { __rl: true, mode: 'id', value: service.workspaceId('Bakery') };

	say('3. Workflow "failed-delivery-to-chat.json": imported and activated');
	const listening = await n8n.importWorkflow(
		readExample('failed-delivery-to-chat.json', {
			'When a Delivery Fails': { workspaceId },
			'Tell the Team': { url: chat.url },
		}),
		{ active: true },
	);
	say('   n8n has registered a webhook with the service.');

	say('4. Workflow "rss-to-post.json": imported and run twice');
	const published = await publishFeed(setup, workspaceId);

	say('5. The team chat, thanks to the event of the failed delivery');
	await waitUntil(() => chat.messages.length > 0, TIMEOUT_MS, 'a message in the chat');
	const [message = ''] = chat.messages;
	for (const line of message.split('\n').filter(Boolean)) say(`   | ${line}`);
	say('   Somebody opens the link and confirms the retry.');
	const [waiting] = await n8n.rest.executions(listening);
	if (waiting === undefined) throw new Error('The event did not start the workflow');
	const reaction = await followLink(n8n.rest, waiting.id, lastLinkIn(message), ['Olive']);
	sayPosts(setup);
	return { ...published, reaction };
}

async function publishFeed(setup: DemoSetup, workspaceId: { value: string }) {
	const { n8n, service, feed, say } = setup;
	const accounts = ['Bread on Photowall', 'Cakes on Pagebook'];
	say(`   The items of the last two days are published to ${accounts.join(' and ')}.`);
	say('   Cakes on Pagebook is set up to fail on the second post, and to accept it later.');
	service.setOutcome(
		'Cakes on Pagebook',
		{ status: 'published' },
		{
			status: 'failed',
			error: { code: 'page_unavailable', message: 'The page is not available.' },
		},
		{ status: 'published' },
	);
	const workflowId = await n8n.importWorkflow(
		readExample('rss-to-post.json', {
			'Read Feed': { url: feed.url },
			'Create Post': { workspaceId, accountIds: accounts.map((name) => service.accountId(name)) },
		}),
	);
	const run = async () => {
		const executionId = await n8n.rest.runManually(workflowId, 'Every Hour');
		if (executionId === undefined) throw new Error('n8n did not run the workflow');
		return await n8n.rest.finishedExecution(executionId);
	};
	const first = await run();
	sayPosts(setup);
	for (const { json } of outputOf(first, 'Failed Items')) say(`   The step says: ${json.error}`);
	const statuses = [...service.state.posts.values()].map(({ status, destinations }) => [
		status,
		...destinations.map((destination) => destination.status),
	]);

	const second = await run();
	say(`   Run again with the same feed: ${outputOf(second, 'Create Post').length} posts.`);
	return { publishing: [first, second] satisfies [Execution, Execution], statuses };
}

function sayPosts({ service, say }: DemoSetup): void {
	for (const post of service.state.posts.values()) {
		say(`   ${post.text?.split('\n')[0]}`);
		for (const { content, status, error, publications } of post.destinations) {
			const name = service.state.accounts.get(content.account_id)?.name;
			const where = publications[0]?.url ?? '';
			say(`     ${name}: ${status} ${error ? `– ${error.message}` : where}`);
		}
	}
}
