import type { INodeTypeDescription } from 'n8n-workflow';

import { auditRequests } from '../requestAudit';
import { runOperation } from '../runOperation';
import { readSampleFile, sampleFiles } from '../sampleFiles';
import { shareTestbed, type Testbed } from '../testbed';
import { ACTION_NODE_TYPE } from '../workflows';
import { assistantToolSteps } from './operations/assistantTools';
import { createContext } from './operations/context';
import { mediaSteps } from './operations/media';
import { postSteps } from './operations/posts';
import { statisticsSteps } from './operations/statistics';
import { webhookSteps } from './operations/webhooks';
import { workspaceSteps } from './operations/workspaces';

/** n8n adds this entry for its HTTP Request node to the operations of each resource. */
const ADDED_BY_N8N = '__CUSTOM_API_CALL__';

describe('all operations in n8n', () => {
	let testbed: Testbed;
	let photograph: Buffer;
	const tested = new Set<string>();

	beforeAll(async () => {
		photograph = await readSampleFile(sampleFiles.photograph);
		testbed = await shareTestbed(2, {
			limits: { credentialPerMinute: 10_000, userPerMinute: 10_000 },
			outcomeDelayMs: 50,
		});
	});

	afterAll(async () => {
		await testbed?.close();
	});

	const context = createContext(
		() => testbed,
		() => photograph,
	);
	// In an order in which each step finds the records it needs.
	const steps = [
		workspaceSteps,
		mediaSteps,
		postSteps,
		statisticsSteps,
		webhookSteps,
		assistantToolSteps,
	].flatMap((stepsOf) => stepsOf(context));

	it.each(steps)(
		'return the expected record: %s',
		async (title, { parameters, input, expected, afterwards }) => {
			const [name = ''] = title.split(':');
			const [resource = '', operation = ''] = name.split(' ');
			tested.add(name);
			const { workspaceId } = testbed;
			const result = await runOperation(
				testbed.n8n,
				{ resource, operation, workspaceId, ...parameters() },
				input?.(),
			);
			expect(result.error).toBeUndefined();
			expect(result.records[0]).toEqual(expect.objectContaining(expected()));
			await afterwards?.(result);
		},
	);

	it('are covered by these tests, and send the required headers', async () => {
		const [description] = await testbed.n8n.rest.request<INodeTypeDescription[]>(
			'POST',
			'/node-types',
			{ nodeInfos: [{ name: ACTION_NODE_TYPE, version: 1 }] },
		);
		const offered = description?.properties
			.filter(({ name }) => name === 'operation')
			.flatMap(({ displayOptions, options = [] }) =>
				options.map((option) => {
					const operation = 'value' in option ? String(option.value) : '';
					return `${String(displayOptions?.show?.resource?.[0])} ${operation}`;
				}),
			)
			.filter((name) => !name.endsWith(ADDED_BY_N8N));
		expect([...tested].sort()).toEqual(offered?.sort());
		expect(auditRequests(testbed.service.journal.entries)).toEqual([]);
		expect(testbed.n8n.secretsInLog([testbed.service.token])).toEqual([]);
	});
});
