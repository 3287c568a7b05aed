import type { IConnections } from 'n8n-workflow';

import { outputOf } from '../execution';
import { type WorkflowJson } from '../rest';
import { shareTestbed, type Testbed } from '../testbed';
import { actionStep, chain, splitOutStep, webhookStep, LOOP } from '../workflows';

/** As docs/duplicates.md shows it: the node leads back to the loop with its first output, and the loop goes on to an If. */
function loopWorkflow(webhookPath: string, { workspaceId, service }: Testbed): WorkflowJson {
	const create = actionStep({
		resource: 'post',
		operation: 'create',
		workspaceId,
		destinationInput: 'accounts',
		accountIds: [service.accountId('Bread on Shortpost')],
		text: '={{ $json.text }}',
		afterCreate: 'draft',
		idempotency: 'once',
		onceKey: '={{ $json.text }}',
	});
	const condition = {
		id: 'condition',
		leftValue: '={{ $json.posted_before }}',
		rightValue: '',
		operator: { type: 'boolean', operation: 'true', singleValue: true },
	};
	const isBefore = {
		name: 'If',
		type: 'n8n-nodes-base.if',
		typeVersion: 2.2,
		parameters: {
			conditions: {
				options: { caseSensitive: true, leftValue: '', typeValidation: 'loose', version: 2 },
				combinator: 'and',
				conditions: [condition],
			},
			looseTypeValidation: true,
			options: {},
		},
	};
	const workflow = chain('Once in a loop', [
		webhookStep(webhookPath),
		splitOutStep('body.items'),
		LOOP,
		create,
		isBefore,
	]);
	const to = (node: string) => [{ node, type: 'main' as const, index: 0 }];
	const connections: IConnections = {
		...workflow.connections,
		[LOOP.name]: { main: [to(isBefore.name), to(create.name)] },
		[create.name]: { main: [to(LOOP.name)] },
	};
	return { ...workflow, connections };
}

describe.each([2, 1] as const)('in n8n %i, in a loop', (version) => {
	let testbed: Testbed;

	beforeAll(async () => {
		testbed = await shareTestbed(version);
	});

	afterAll(async () => await testbed?.close());

	it('every item leaves the loop, and items that were posted before are marked', async () => {
		const { n8n, service } = testbed;
		const path = 'once-in-a-loop';
		const workflowId = await n8n.importWorkflow(loopWorkflow(path, testbed), { active: true });
		const run = async (...texts: string[]) => {
			await fetch(`${n8n.url}/webhook/${path}`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ items: texts.map((text) => ({ text })) }),
			});
			const execution = await n8n.rest.newestExecution(workflowId);
			expect(execution.data.resultData.error).toBeUndefined();
			const textsOf = (output: number) =>
				outputOf(execution, 'If', output).map(({ json }) => json.text);
			return { before: textsOf(0), posted: textsOf(1) };
		};
		expect(await run('One', 'Two')).toEqual({ before: [], posted: ['One', 'Two'] });
		expect(await run('One', 'Three', 'Two', 'Four')).toEqual({
			before: ['One', 'Two'],
			posted: ['Three', 'Four'],
		});
		expect([...service.state.posts.values()].map(({ text }) => text)).toEqual([
			'One',
			'Two',
			'Three',
			'Four',
		]);
	});
});
