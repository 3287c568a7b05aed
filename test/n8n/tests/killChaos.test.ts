import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { CHAOS_LIMITS } from '../chaosScenario';
import { startTestbed, type OwnTestbed } from '../testbed';
import { actionStep, chain, webhookStep } from '../workflows';

const MINUTE_MS = 60_000;
const KILLS = 20;
/** The kills are spread over this time: the workflow takes about half a second. */
const LONGEST_RUN_MS = 800;

describe.each([2, 1] as const)('in n8n %i', (version) => {
	let testbed: OwnTestbed;

	beforeAll(async () => {
		testbed = await startTestbed({ version }, { limits: CHAOS_LIMITS });
	}, 5 * MINUTE_MS);

	afterAll(async () => await testbed?.close());

	it(
		'each post is published once, although n8n is killed at twenty moments and runs the workflow again',
		async () => {
			const { n8n, service, workspaceId } = testbed;
			const webhookPath = randomUUID();
			const publish = actionStep({
				resource: 'post',
				operation: 'create',
				workspaceId,
				accountIds: [service.accountId('Bread on Shortpost')],
				text: '={{ $json.body.text }}',
				afterCreate: 'publish',
				idempotency: 'content',
			});
			await n8n.importWorkflow(chain('Publish', [webhookStep(webhookPath), publish]), {
				active: true,
			});
			const call = async (text: string) => await n8n.callWebhook(webhookPath, { text });

			const moments: Record<string, string> = {};
			for (let kill = 1; kill <= KILLS; kill++) {
				const text = `Row ${kill}`;
				const running = call(text).catch(() => undefined);
				await sleep((kill * LONGEST_RUN_MS) / KILLS);
				const post = [...service.state.posts.values()].find((each) => each.text === text);
				moments[text] = post?.status ?? 'nothing sent';
				await n8n.kill9();
				await running;
				await n8n.start();
				expect(await call(text)).toMatchObject({ status: 200 });
			}
			console.log(`n8n ${version}, at the moment of each kill: ${JSON.stringify(moments)}`);

			const publications = [...service.state.posts.values()].map(({ text, destinations }) => [
				text,
				destinations.flatMap((destination) => destination.publications).length,
			]);
			expect(publications).toEqual(Object.keys(moments).map((text) => [text, 1]));
		},
		30 * MINUTE_MS,
	);
});
