import type { NamedStep } from './context';

/** The assistant tools. */
export function assistantToolSteps(): NamedStep[] {
	return [
		[
			'assistantTool getAll',
			{ parameters: () => ({}), expected: () => ({ name: expect.any(String) }) },
		],
		[
			'assistantTool call',
			{
				parameters: () => ({
					toolName: 'list_workspaces',
					argumentsInput: 'json',
					toolArguments: '{}',
				}),
				expected: () => ({ name: 'Bakery' }),
			},
		],
	];
}
