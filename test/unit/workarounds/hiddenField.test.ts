import { fixtureNode, text } from '../../engine/tests/fixtures';
import { buildWorkflow, savedNode } from '../../engine/workflow';

const form = text('form', { displayOptions: { show: { mode: ['form'] } } });
const hiddenTwin = text('form', { type: 'hidden', displayOptions: { show: { mode: ['json'] } } });
const parameters = { mode: 'json', form: 'a value' };

function loadedParameters(fields: Array<ReturnType<typeof text>>) {
	const nodeType = fixtureNode('modes', [text('mode'), ...fields], async () => ({ json: {} }));
	const node = savedNode({ nodeType, parameters }, {});
	return buildWorkflow({ nodeType }, node).getNode(node.name)?.parameters;
}

it('n8n still drops the value of a field that is not shown', () => {
	expect(loadedParameters([form])).toEqual({ mode: 'json' });
});

it('n8n still keeps the value that a hidden field of the same name shows', () => {
	expect(loadedParameters([form, hiddenTwin])).toEqual(parameters);
});
