import path from 'node:path';

import { Editor } from '../editor';
import { runOperation } from '../runOperation';
import { shareTestbed, type Testbed } from '../testbed';
import { actionStep, chain, START } from '../workflows';

const SCREENSHOT_FOLDER = path.join(__dirname, '..', '..', '..', '.cache', 'screenshots');

describe.each([2, 1] as const)('accounts by name in n8n %i', (version) => {
	let testbed: Testbed;

	beforeAll(async () => {
		testbed = await shareTestbed(version);
	});

	afterAll(async () => {
		await testbed?.close();
	});

	async function publish(to: string) {
		const { n8n, workspaceId } = testbed;
		const parameters = {
			resource: 'post',
			operation: 'create',
			workspaceId,
			text: 'Fresh bread',
			destinationInput: 'accounts',
			accountIds: '={{ $json.body.to }}',
			afterCreate: 'publish',
		};
		return await runOperation(n8n, parameters, { body: { to } });
	}

	it('publishes to accounts that are given by name in one text', async () => {
		const { records, error } = await publish('Slow, cakes on pagebook (PAGEBOOK)');
		expect(error).toBeUndefined();
		expect(records).toEqual([
			expect.objectContaining({
				accounts: [
					expect.objectContaining({ account_id: testbed.service.accountId('Slow') }),
					expect.objectContaining({ account_id: testbed.service.accountId('Cakes on Pagebook') }),
				],
			}),
		]);
	});

	it('lists the known accounts if a name is unknown, and names the account that failed', async () => {
		const unknown = await publish('Slov');
		expect(unknown.error?.message).toBe('There is no account "Slov"');
		expect(unknown.error?.description).toContain('Slow (worklink)');
		const failed = await publish('Always fails, Cakes on Pagebook');
		expect(failed.error?.message).toMatch(
			/^Published on Cakes on Pagebook \(pagebook\), not on Always fails \(pagebook\): The platform rejected the post/,
		);
		expect(failed.error?.description).toMatch(
			/^Published on Cakes on Pagebook \(pagebook\): https:/,
		);
	});

	it('lists the failed deliveries in the editor and retries the chosen one', async () => {
		const { n8n, workspaceId } = testbed;
		const node = actionStep({ resource: 'post', operation: 'retryDelivery', workspaceId });
		const workflowId = await n8n.importWorkflow(chain('Retry', [START, node]));
		const editor = await Editor.open(n8n, SCREENSHOT_FOLDER);
		try {
			await editor.openWorkflow(workflowId);
			await editor.openNode('Social Publishing');
			expect(await editor.openList('destinationId')).toEqual([
				expect.stringContaining('Always fails (pagebook) — Fresh bread — The platform'),
			]);
			await editor.pick('Always fails');
			await editor.executeStep();
			expect(testbed.service.journal.count({ operation: 'retry_delivery' })).toBe(1);
		} finally {
			await editor.screenshot(`failed-deliveries-${version}`);
			await editor.close();
		}
	});
});
