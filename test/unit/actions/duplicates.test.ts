import type { INodeParameters } from 'n8n-workflow';

import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { callTool, runNode, type NodeRun } from '../../engine';
import {
	answered,
	byId,
	refused,
	SocialPublishingTool,
	useNodeHarness,
} from '../support/nodeHarness';

// The rows and columns of the table in docs/duplicates.md.
const harness = useNodeHarness();

const modes = {
	execution: {},
	content: { idempotency: 'content' },
	once: { idempotency: 'once', onceKey: 'article-7' },
	custom: { idempotency: 'custom', idempotencyKey: 'article-7' },
} satisfies Record<string, INodeParameters>;

type Mode = keyof typeof modes;

const parameters = (mode: Mode): INodeParameters => ({
	resource: 'post',
	operation: 'create',
	workspaceId: byId(harness.workspaceId),
	text: 'Fresh bread',
	accountIds: [harness.service.accountId('Bread on Shortpost')],
	afterCreate: 'publish',
	waitForOutcome: true,
	...modes[mode],
});

const run = async (mode: Mode, more: Partial<Parameters<typeof runNode>[0]> = {}) =>
	await runNode({
		nodeType: new SocialPublishing(),
		credentials: harness.credentials,
		parameters: parameters(mode),
		...more,
	});

/** The response to a command is lost that many times, after it took effect. */
const lose = (operation: string, times: number) =>
	harness.service.faults.add({ operation, times, action: { kind: 'drop', when: 'after' } });

const repeats: Record<string, (mode: Mode) => Promise<NodeRun>> = {
	async 'a lost response'(mode) {
		lose('create_post', 2);
		lose('publish_post', 2);
		return await run(mode);
	},
	async 'Retry On Fail'(mode) {
		lose('create_post', 5);
		lose('publish_post', 5);
		return await run(mode, { retryOnFail: { maxTries: 3, waitBetweenTriesMs: 1 } });
	},
	async 'Retry of the execution'(mode) {
		lose('publish_post', 5);
		const retryOf = await run(mode);
		expect(retryOf.error).toBeDefined();
		return await run(mode, { retryOf });
	},
	async 'another execution'(mode) {
		await run(mode);
		return await run(mode);
	},
	async 'an AI Agent that calls its tool again'(mode) {
		const tool = { nodeType: new SocialPublishingTool(), executionId: `agent ${mode}` };
		await run(mode, tool);
		return await run(mode, tool);
	},
};

const twice = ['another execution: execution'];

it.each(
	Object.entries(repeats).flatMap(([repeat, repeated]) =>
		(Object.keys(modes) as Mode[]).map((mode) => [`${repeat}: ${mode}`, repeated, mode] as const),
	),
)(
	'the post is published as often as docs/duplicates.md states after %s',
	async (name, repeated, mode) => {
		const { error } = await repeated(mode);
		expect(error).toBeUndefined();
		// Pending publications are completed.
		await harness.service.clock.advance(60_000);
		const posts = [...harness.service.state.posts.values()];
		expect(posts).toHaveLength(twice.includes(name) ? 2 : 1);
		for (const { destinations } of posts) {
			expect(destinations.flatMap(({ publications }) => publications)).toHaveLength(1);
		}
	},
);

describe("a model that calls its tool again in n8n's Agents", () => {
	const call = async (mode: Mode) =>
		await callTool({
			nodeType: new SocialPublishingTool(),
			credentials: harness.credentials,
			parameters: parameters(mode),
		});

	it.each(['execution', 'content', 'custom'] as const)(
		'the repeated call creates one post if the idempotency is "%s"',
		async (mode) => {
			const [first] = answered(await call(mode));
			const [second] = answered(await call(mode));
			expect(second?.id).toBe(first?.id);
			expect(harness.service.state.posts.size).toBe(1);
		},
	);

	it('the call is refused if each item is to be posted once', async () => {
		expect(refused(await call('once'))).toContain('without a workflow');
		expect(harness.service.state.posts.size).toBe(0);
	});
});
