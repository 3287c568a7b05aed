import type { FaultAction } from '../../service';
import { useNodeHarness } from '../support/nodeHarness';
import { draft, picture } from '../actions/createRecords';

// In each test, the response to the first of two attempts by Retry On Fail is lost.

const harness = useNodeHarness();
const retryOnFail = { maxTries: 2, waitBetweenTriesMs: 1 };
const lost: FaultAction = { kind: 'drop', when: 'after' };

const callTool = async (toolName: string, toolArguments: string) =>
	await harness.run(
		'assistantTool',
		'call',
		{ toolName, argumentsInput: 'json', toolArgumentsJson: toolArguments },
		{ retryOnFail },
	);

it('a refusal warns that the first attempt may have taken effect', async () => {
	const { id } = await draft(harness);
	harness.service.faults.add(
		{ operation: 'duplicate_post', times: 5, action: lost },
		{
			operation: 'duplicate_post',
			action: { kind: 'status', when: 'before', status: 403, code: 'access_denied' },
		},
	);
	const { error } = await callTool(
		'duplicate_post',
		JSON.stringify({ workspace_id: harness.workspaceId, post_id: id }),
	);
	expect(error?.httpCode).toBe('403');
	expect(error?.description).toContain('The response to an earlier attempt was lost.');
	expect(error?.description).toContain('may have succeeded');
});

it('a text that changes with every attempt is applied once', async () => {
	const { id } = await draft(harness);
	harness.service.faults.add({ operation: 'edit_post', action: lost });
	const { error } = await callTool(
		'edit_post',
		`={{ JSON.stringify({ workspace_id: "${harness.workspaceId}", post_id: "${id}", text: "Rolls " + Math.random() }) }}`,
	);
	const bodies = harness.journal('edit_post').map(({ body }) => JSON.stringify(body));
	expect(bodies).toHaveLength(2);
	expect(new Set(bodies).size).toBe(1);
	expect(error?.description).toContain('may have succeeded');
	expect(error?.description).not.toContain('Nothing was changed');
});

it.each([
	['Retry On Fail', true],
	['a Retry of the execution', false],
])('a tool without an idempotency key is not called again by %s', async (_what, isOnFail) => {
	harness.service.faults.add({ operation: 'create_webhook', action: lost });
	const toolArguments = {
		workspace_id: harness.workspaceId,
		url: 'https://hooks.example/alerts',
		events: ['delivery.failed'],
	};
	const toolArgumentsJson = JSON.stringify(toolArguments);
	const parameters = { toolName: 'create_webhook', argumentsInput: 'json', toolArgumentsJson };
	const run = async (options: Parameters<typeof harness.run>[3]) =>
		await harness.run('assistantTool', 'call', parameters, options);
	const first = await run(isOnFail ? { retryOnFail } : {});
	const { error } = isOnFail ? first : await run({ retryOf: first });
	expect(harness.journal('create_webhook')).toHaveLength(1);
	expect(error?.message).toBe(
		'Could not call the tool create_webhook: an earlier attempt may have taken effect',
	);
	expect(error?.description).toContain('If it did nothing, start a new execution.');
});

it('a tool whose repeat leaves the same state is called again', async () => {
	const { id } = await picture(harness);
	harness.service.faults.add({ operation: 'edit_media', action: lost });
	const { outputs } = await callTool(
		'edit_media',
		JSON.stringify({ workspace_id: harness.workspaceId, media_id: id, alt: 'Rolls' }),
	);
	expect(harness.journal('edit_media')).toHaveLength(2);
	expect(outputs[0]?.[0]?.json).toMatchObject({ id });
});
