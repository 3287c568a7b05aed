import { Workflow, type IDataObject, type INode, type INodeTypes } from 'n8n-workflow';

/** A workflow without nodes never asks for a node type. */
const nodeTypes: INodeTypes = {
	getByName: () => neverAsked(),
	getByNameAndVersion: () => neverAsked(),
	getKnownTypes: () => ({}),
};

function neverAsked(): never {
	throw new Error('The workflow has no nodes');
}

function load(staticData: IDataObject): Workflow {
	return new Workflow({ id: 'w', nodes: [], connections: {}, active: true, nodeTypes, staticData });
}

const node: INode = {
	id: '5f0c2f7e-1f0b-4d3a-9a59-3f1a3c1d7a10',
	name: 'Before',
	type: 'trigger',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

// If these fail, n8n no longer needs the workarounds: search the nodes for "n8n-workaround".

it("n8n still loses a node's own static data when the node is renamed", () => {
	const workflow = load({});
	workflow.getStaticData('node', node).secret = 'abc';
	expect(workflow.getStaticData('node', node)).toEqual({ secret: 'abc' });
	expect(workflow.getStaticData('node', { ...node, name: 'After' })).toEqual({});
});

it('n8n still forgets that static data has changed when it starts an execution with it', () => {
	const staticData: IDataObject = {};
	const webhookCall = load(staticData);
	webhookCall.getStaticData('global').seen = 'abc';
	expect(webhookCall.staticData.__dataChanged).toBe(true);
	load(staticData);
	expect(webhookCall.staticData).toMatchObject({ global: { seen: 'abc' } });
	expect(webhookCall.staticData.__dataChanged).toBe(false);
});
