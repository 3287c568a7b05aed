import type { IDataObject } from 'n8n-workflow';

import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { runNode } from '../../engine';
import { callTool, credentialsFor } from '../../unit/mcp/scriptedTools';
import { openStrictFront } from '../strictFront';
import { runScenario, type ScenarioServer, type Suite, type ToolCall } from '../suite';

/** The tools to call, once they are listed. */
type Calls = (tools: IDataObject[], context: ScenarioServer['context']) => ToolCall[];

const listOnly: Calls = () => [];
const addNumbers: Calls = () => [{ name: 'add_numbers', arguments: { a: 5, b: 3 } }];
const asTold: Calls = (_tools, { toolCalls = [] }) => toolCalls;
const callAll: Calls = (tools) =>
	tools.map(({ name }) => ({ name: String(name), arguments: { region: 'us-west1' } }));
const echoSchema: Calls = ([tool]) => [
	{ name: 'json_schema_echo', arguments: { schema: tool?.inputSchema } },
];

/** Lists the tools of a server and calls some of them. Returns the errors. */
async function useTools(url: string, context: ScenarioServer['context'], calls: Calls) {
	const { items, error } = await runNode({
		nodeType: new SocialPublishing(),
		credentials: credentialsFor({ url }),
		parameters: { resource: 'assistantTool', operation: 'getAll', returnAll: true },
	});
	const errors = [error];
	const tools = items.map(({ json }) => json);
	for (const { name, arguments: args } of calls(tools, context)) {
		errors.push((await callTool({ url }, name, args)).error);
	}
	return errors.flatMap((each) => (each === undefined ? [] : [each.message]));
}

/**
 * All scenarios for what the node does: list and call tools. The others are about what it does not do: it has no dialogs
 * (elicitation, input requests), reads no resources, prompts or skills, does not resume a stream, and leaves authorization to
 * n8n.
 */
const SCENARIOS: Array<[Suite, string, string, Calls]> = [
	['conformance-0.1', 'tools_call', '2025-11-25', addNumbers],
	['conformance-0.2', 'tools_call', '2025-06-18', addNumbers],
	['conformance-0.2', 'tools_call', '2025-11-25', addNumbers],
	['conformance-0.2', 'tools_call', '2026-07-28', addNumbers],
	['conformance-0.2', 'request-metadata', '2026-07-28', listOnly],
	['conformance-0.2', 'http-standard-headers', '2026-07-28', callAll],
	['conformance-0.2', 'http-custom-headers', '2026-07-28', asTold],
	['conformance-0.2', 'http-invalid-tool-headers', '2026-07-28', callAll],
	['conformance-0.2', 'json-schema-ref-no-deref', '2026-07-28', listOnly],
	['conformance-0.2', 'json-schema-2020-12-preservation', '2025-11-25', echoSchema],
	['conformance-0.2', 'json-schema-2020-12-preservation', '2026-07-28', echoSchema],
];

it.each(SCENARIOS)(
	'the node passes %s › %s in version %s',
	async (suite, scenario, version, calls) => {
		let errors: string[] = [];
		const checks = await runScenario(suite, scenario, version, async ({ serverUrl, context }) => {
			errors = await useTools(serverUrl, context, calls);
		});
		expect(checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING')).toEqual([]);
		expect(checks.map(({ status }) => status)).toContain('SUCCESS');
		expect(errors).toEqual([]);
	},
);

it.each<[Suite, string]>([
	['conformance-0.1', '2025-11-25'],
	['conformance-0.2', '2025-06-18'],
	['conformance-0.2', '2025-11-25'],
])(
	'the node passes %s › initialize in version %s if the server insists on it',
	async (suite, version) => {
		let errors: string[] = [];
		const checks = await runScenario(
			suite,
			'initialize',
			version,
			async ({ serverUrl, context }) => {
				const front = await openStrictFront(serverUrl);
				errors = await useTools(`${front.origin}/mcp`, context, listOnly);
				await front.close();
			},
		);
		expect(checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING')).toEqual([]);
		expect(checks.map(({ status }) => status)).toContain('SUCCESS');
		expect(errors).toEqual([]);
	},
);
