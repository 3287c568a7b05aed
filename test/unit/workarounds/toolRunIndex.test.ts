import { SupplyDataContext } from 'n8n-core';
import { makeHandleToolInvocation } from 'n8n-core/dist/execution-engine/node-execution-context/utils/get-input-connection-data';
import { createEmptyRunExecutionData, NodeConnectionTypes } from 'n8n-workflow';

import { additionalDataFor, credentialsHelperFor } from '../../engine/additionalData';
import { fixtureNode } from '../../engine/tests/fixtures';
import { buildWorkflow, savedNode } from '../../engine/workflow';

it('n8n still gives every attempt of a tool a $runIndex of its own', async () => {
	const runIndexes: number[] = [];
	const nodeType = fixtureNode('failing', [], async function (index) {
		runIndexes.push(this.getWorkflowDataProxy(index).$runIndex);
		throw new Error('It failed');
	});
	const node = {
		...savedNode({ nodeType }, {}),
		retryOnFail: true,
		maxTries: 2,
		waitBetweenTries: 0,
	};
	const workflow = buildWorkflow({ nodeType }, node);
	const additionalData = additionalDataFor(await credentialsHelperFor({}));
	const runData = createEmptyRunExecutionData();
	const contextFor = (runIndex: number) =>
		new SupplyDataContext(
			workflow,
			node,
			additionalData,
			'manual',
			runData,
			runIndex,
			[{ json: {} }],
			{},
			NodeConnectionTypes.AiTool,
			{ node, data: {}, source: null },
			[],
		);
	await makeHandleToolInvocation(contextFor, node, nodeType, runData)({}).catch(() => undefined);
	expect(runIndexes).toEqual([0, 1]);
});
