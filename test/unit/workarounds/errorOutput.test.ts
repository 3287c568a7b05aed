import { NodeOperationError } from 'n8n-workflow';

import { runNode } from '../../engine';
import { fixtureNode } from '../../engine/tests/fixtures';

const json = { error: 'It failed', status: 404 };

it('n8n still keeps an item with fields next to its error on the regular output', async () => {
	const nodeType = fixtureNode('failing', [], async () => ({ json }));
	const { outputs } = await runNode({ nodeType, continueOnFail: 'continueErrorOutput' });
	expect(outputs[0]).toHaveLength(1);
	expect(outputs[1]).toEqual([]);
});

it('n8n still replaces the json of an item with an error', async () => {
	const nodeType = fixtureNode('failing', [], async function () {
		return { json, error: new NodeOperationError(this.getNode(), 'It failed') };
	});
	const { outputs } = await runNode({ nodeType, continueOnFail: 'continueErrorOutput' });
	expect(outputs[1]).toMatchObject([{ json: { error: 'It failed' } }]);
	expect(outputs[1]?.[0]?.json).not.toHaveProperty('status');
});
