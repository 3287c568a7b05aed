import { firstId, type NamedStep, type StepContext } from './context';

/** A post that goes out, and a copy of it that does not. */
export function postSteps({ to, keepIdAs, kept, post }: StepContext): NamedStep[] {
	return [
		[
			'post validate',
			{
				parameters: () => ({ text: 'Ready?', ...to('Cakes on Pagebook') }),
				expected: () => ({ ready: true }),
			},
		],
		[
			'post create',
			{
				parameters: () => ({ text: 'Made in a test', ...to('Cakes on Pagebook') }),
				expected: () => ({ text: 'Made in a test', status: 'draft' }),
				keep: (result) => {
					kept.post = firstId(result);
					kept.etag = String(result.records[0]?.etag);
				},
			},
		],
		['post get', { parameters: post, expected: () => ({ id: kept.post, etag: kept.etag }) }],
		['post getAll', { parameters: () => ({}), expected: () => ({ id: kept.post }) }],
		[
			'post update',
			{
				parameters: () => ({
					...post(),
					revision: 'expected',
					etag: kept.etag,
					updateFields: { text: 'Changed in a test' },
				}),
				expected: () => ({ text: 'Changed in a test' }),
			},
		],
		[
			'post duplicate',
			{
				parameters: post,
				expected: () => ({ text: 'Changed in a test', status: 'draft' }),
				keep: keepIdAs('scheduled'),
			},
		],
		[
			'post schedule',
			{
				parameters: () => ({
					...post(kept.scheduled),
					scheduledAt: '={{ $now.plus({ days: 1 }) }}',
				}),
				expected: () => ({ status: 'scheduled' }),
			},
		],
		[
			'post reschedule',
			{
				parameters: () => ({
					...post(kept.scheduled),
					scheduledAt: '={{ $now.plus({ days: 2 }) }}',
				}),
				expected: () => ({ status: 'scheduled' }),
			},
		],
		[
			'post cancel',
			{ parameters: () => post(kept.scheduled), expected: () => ({ id: kept.scheduled }) },
		],
		[
			'post delete',
			{
				parameters: () => post(kept.scheduled),
				expected: () => ({ deleted: true, id: kept.scheduled }),
			},
		],
		['post publish', { parameters: post, expected: () => ({ id: kept.post }) }],
		['post waitForOutcome', { parameters: post, expected: () => ({ status: 'published' }) }],
	];
}
