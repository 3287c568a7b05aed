import type { NamedStep, StepContext } from './context';

/** The identity, workspaces, brands and accounts of the credential. */
export function workspaceSteps({ account }: StepContext): NamedStep[] {
	return [
		['identity get', { parameters: () => ({}), expected: () => ({ name: 'Ada Example' }) }],
		['workspace getAll', { parameters: () => ({}), expected: () => ({ name: 'Bakery' }) }],
		['workspace getCapabilities', { parameters: () => ({}), expected: () => ({}) }],
		['brand getAll', { parameters: () => ({}), expected: () => ({ name: 'Bread' }) }],
		[
			'account getAll',
			{
				parameters: () => ({ filters: { platform: 'photowall' } }),
				expected: () => ({ id: account('Bread on Photowall') }),
			},
		],
	];
}
