import type { INodeParameters } from 'n8n-workflow';

import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { loadOptions, resourceMapping } from '../../engine';
import { useNodeHarness } from '../support/nodeHarness';

const harness = useNodeHarness();

const picker = (toolName = '') => ({
	nodeType: new SocialPublishing(),
	credentials: harness.credentials,
	parameters: { resource: 'assistantTool', operation: 'call', toolName },
});

describe('a tool', () => {
	it.each([
		['JSON in the field Arguments', { toolArguments: '{}' }],
		['an object in the field Arguments', { toolArguments: {} }],
		['Arguments (JSON)', { argumentsInput: 'json', toolArgumentsJson: '{}' }],
		['JSON in the hidden field Arguments', { argumentsInput: 'json', toolArguments: '{}' }],
	])('takes its arguments from %s', async (_where, fields: INodeParameters) => {
		const args = { workspace_id: harness.workspaceId, limit: 2 };
		const filled = Object.entries(fields).map(([name, value]) => [
			name,
			value === '{}' ? JSON.stringify(args) : name === 'toolArguments' ? args : value,
		]);
		const { items, error } = await harness.run('assistantTool', 'call', {
			toolName: 'list_accounts',
			...Object.fromEntries(filled),
		});
		expect(error).toBeUndefined();
		expect(items).toHaveLength(2);
	});

	it('takes its arguments from the form and omits empty ones', async () => {
		const { items, error } = await harness.run('assistantTool', 'call', {
			toolName: 'create_post',
			argumentsInput: 'form',
			toolArguments: {
				mappingMode: 'defineBelow',
				value: {
					workspace_id: harness.workspaceId,
					text: '',
					destinations: JSON.stringify([
						{ account_id: harness.service.accountId('Bread on Shortpost'), text: 'Own' },
					]),
				},
				schema: [
					{ id: 'workspace_id', displayName: 'workspace_id', type: 'string', required: true },
					{ id: 'text', displayName: 'text', type: 'string', required: false },
					{ id: 'destinations', displayName: 'destinations', type: 'array', required: true },
				].map((field) => ({ ...field, display: true, defaultMatch: false })),
			},
		});
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ text: '', destinations: [{ text: 'Own' }] });
	});
});

describe('the editor', () => {
	it('offers the tools of the service', async () => {
		const options = await loadOptions({ ...picker(), method: 'getAssistantTools' });
		expect(options).toHaveLength(34);
		expect(options).toContainEqual({
			name: 'create_post',
			value: 'create_post',
			description: 'Save a draft. Publishes nothing.',
		});
	});

	it('shows a form for the arguments of the selected tool', async () => {
		const { fields } = await resourceMapping({
			...picker('publish_post'),
			method: 'getToolArguments',
		});
		expect(
			fields.map(({ id, required, removed, type }) => ({ id, required, removed, type })),
		).toEqual([
			{ id: 'workspace_id', required: true, removed: false, type: 'string' },
			{ id: 'post_id', required: true, removed: false, type: 'string' },
			{ id: 'revision', required: false, removed: true, type: 'string' },
			{ id: 'idempotency_key', required: false, removed: true, type: 'string' },
		]);
	});

	it('shows an empty form while no tool is selected', async () => {
		expect(await resourceMapping({ ...picker(), method: 'getToolArguments' })).toEqual({
			fields: [],
			emptyFieldsNotice: 'Choose a tool first',
		});
	});
});
