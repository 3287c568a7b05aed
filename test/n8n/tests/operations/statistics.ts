import type { NamedStep, StepContext } from './context';

/** Statistics of the published post and of accounts. */
export function statisticsSteps({ accountLocator, post }: StepContext): NamedStep[] {
	return [
		['statistics getPost', { parameters: post, expected: () => ({}) }],
		[
			'statistics getAccount',
			{
				parameters: () => accountLocator('Cakes on Pagebook'),
				expected: () => ({}),
			},
		],
		['statistics getWorkspace', { parameters: () => ({}), expected: () => ({}) }],
		[
			'statistics refreshAccount',
			{
				parameters: () => accountLocator('Bakery on Worklink'),
				expected: () => ({}),
			},
		],
	];
}
