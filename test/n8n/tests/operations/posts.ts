import { firstId, type NamedStep, type StepContext } from './context';

/** A post that is published, and a copy of it that is not. */
export function postSteps({ to, saveIdAs, saved, post }: StepContext): NamedStep[] {
	return [
		[
			'post preview',
			{
				parameters: () => ({ text: 'Ready?', ...to('Cakes on Pagebook') }),
				expected: () => ({ ready: true, message: 'Ready for 1 of 1 account.' }),
			},
		],
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
				afterwards: (result) => {
					saved.post = firstId(result);
					saved.etag = String(result.records[0]?.etag);
				},
			},
		],
		['post get', { parameters: post, expected: () => ({ id: saved.post, etag: saved.etag }) }],
		['post getAll', { parameters: () => ({}), expected: () => ({ id: saved.post }) }],
		[
			'post getCalendar',
			{
				parameters: () => ({ return: 'perDay', period: 'next7Days' }),
				expected: () => ({ is_empty: true, posts_without_time: expect.any(Number) }),
			},
		],
		[
			'post update',
			{
				parameters: () => ({
					...post(),
					options: { onlyIfUnchangedSince: saved.etag },
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
				afterwards: saveIdAs('scheduled'),
			},
		],
		[
			'post schedule',
			{
				parameters: () => ({
					...post(saved.scheduled),
					scheduledAt: '={{ $now.plus({ days: 1 }) }}',
				}),
				expected: () => ({ status: 'scheduled' }),
			},
		],
		[
			'post reschedule',
			{
				parameters: () => ({
					...post(saved.scheduled),
					scheduledAt: '={{ $now.plus({ days: 2 }) }}',
				}),
				expected: () => ({ status: 'scheduled' }),
			},
		],
		[
			'post cancel',
			{ parameters: () => post(saved.scheduled), expected: () => ({ id: saved.scheduled }) },
		],
		[
			'post delete',
			{
				parameters: () => post(saved.scheduled),
				expected: () => ({ deleted: true, id: saved.scheduled }),
			},
		],
		[
			'post upsert',
			{
				parameters: () => ({
					text: 'Kept by a table',
					...to('Cakes on Pagebook'),
					itemKey: 'row 1',
				}),
				expected: () => ({ key: 'row 1', action: 'created', status: 'draft' }),
			},
		],
		[
			'post publish',
			{
				parameters: () => ({ ...post(), waitForOutcome: false }),
				expected: () => ({ id: saved.post }),
			},
		],
		['post waitForOutcome', { parameters: post, expected: () => ({ status: 'published' }) }],
		// None has failed, so this only reads the post.
		['post retryFailed', { parameters: post, expected: () => ({ status: 'published' }) }],
	];
}
