import { echo } from '../../engine/tests/fixtures';
import { buildWorkflow, savedNode } from '../../engine/workflow';

it('n8n still loads a node without an ID as it is', () => {
	const node = { ...savedNode({ nodeType: echo }, {}), id: undefined };
	const workflow = buildWorkflow({ nodeType: echo }, JSON.parse(JSON.stringify(node)));
	expect(workflow.getNode(node.name)?.id).toBeUndefined();
});
