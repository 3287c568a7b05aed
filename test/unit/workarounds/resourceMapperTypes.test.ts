import type { INodeProperties } from 'n8n-workflow';

import { runNode } from '../../engine';
import { fixtureNode } from '../../engine/tests/fixtures';

const mapper: INodeProperties = {
	displayName: 'Arguments',
	name: 'args',
	type: 'resourceMapper',
	default: { mappingMode: 'defineBelow', value: null },
	typeOptions: { resourceMapper: { resourceMapperMethod: 'getFields', mode: 'add' } },
};

it('n8n still converts the values of a resource mapper only if they are read by their path', async () => {
	const nodeType = fixtureNode('mapper', [mapper], async function (index) {
		return {
			json: {
				whole: this.getNodeParameter('args', index),
				values: this.getNodeParameter('args.value', index),
			},
		};
	});
	const field = { displayName: 'Limit', required: false, display: true, defaultMatch: false };
	const { items } = await runNode({
		nodeType,
		parameters: {
			args: {
				mappingMode: 'defineBelow',
				value: { limit: '2' },
				schema: [{ ...field, id: 'limit', type: 'number' }],
			},
		},
	});
	expect(items[0]?.json).toMatchObject({
		whole: { value: { limit: '2' } },
		values: { limit: 2 },
	});
});
