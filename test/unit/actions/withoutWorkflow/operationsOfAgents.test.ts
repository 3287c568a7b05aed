import { SocialPublishing } from '../../../../nodes/SocialPublishing/SocialPublishing.node';
import { dialects, type ServiceOptions } from '../../../service';
import { answered, useNodeHarness } from '../../support/nodeHarness';
import { runCase } from '../operationCase';
import { readOperations } from '../readOperationCases';
import { writeOperations } from '../writeOperationCases';

/** n8n's Agents run the node without a workflow: without an execution, run data, or a lasting node ID. */

const cases = [...writeOperations, ...readOperations]
	.map((each) => [each.name, each] as const)
	// It needs a workflow: `post/upsert/rows.test.ts` has the test of its error.
	.filter(([name]) => name !== 'post:upsert');

const services: Array<[string, ServiceOptions]> = [
	['the first dialect', { dialect: dialects.first }],
	['the second dialect, ids that need encoding', { dialect: dialects.second, hostileIds: true }],
	['the third readings', { dialect: dialects.third }],
];

describe.each(services)('without a workflow, with %s', (_dialect, options) => {
	const harness = useNodeHarness(options);

	it.each(cases)('%s returns its result', async (name, each) => {
		const { parameters, input, output } = await runCase(harness, each);
		const [resource = '', operation = ''] = name.split(':');

		const answer = await harness.call(resource, operation, parameters, { input });

		expect(answered(answer)[0]).toMatchObject(output);
	});
});

describe('without a workflow', () => {
	const harness = useNodeHarness();

	it.each([
		['getAll', {}, { name: 'get_identity' }],
		[
			'call',
			{ toolName: 'get_identity', argumentsInput: 'json', toolArgumentsJson: '{}' },
			{ name: 'Ada Example' },
		],
	])('assistantTool:%s returns its result', async (operation, parameters, output) => {
		const answer = await harness.call('assistantTool', operation, parameters);
		expect(answered(answer)).toContainEqual(expect.objectContaining(output));
	});

	it('the node also runs if its type lacks the suffix of a tool', async () => {
		const nodeType = new SocialPublishing();
		const answer = await harness.call('identity', 'get', {}, { nodeType });
		expect(answered(answer)).toHaveLength(1);
	});

	it('the model fills in the fields that use $fromAI', async () => {
		const parameters = {
			text: "={{ $fromAI('text', 'What the post says', 'string') }}",
			accountIds: [harness.service.accountId('Bread on Shortpost')],
		};
		const answer = await harness.call('post', 'create', parameters, {
			args: { text: 'By a model' },
		});
		expect(answered(answer)[0]).toMatchObject({ text: 'By a model' });
	});
});
