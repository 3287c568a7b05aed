import type { INodeParameters } from 'n8n-workflow';

import { dialects, type Dialect } from '../../../service';
import { bread, draft, inHours, scheduled } from '../createRecords';
import { breadRow, useTableHarness } from './upsert/table';

// Services whose response to a command on a post is the post as it was before.

const table = useTableHarness();
const COMMANDS = new Set(['edit_post', 'schedule_post', 'reschedule_post', 'cancel_post']);
/** How a response contains the post. */
let wrap = (post: Record<string, unknown>) => post;

beforeEach(async () => {
	const { fullPost } = dialects.first;
	const latest = new Map<string, Record<string, unknown>>();
	const dialect: Dialect = {
		...dialects.first,
		commandEtag: 'weak',
		fullPost: (post) => {
			const before = latest.get(String(post.id));
			const now = fullPost(post);
			latest.set(String(post.id), now);
			const command = table.service.journal.entries.at(-1)?.operation ?? '';
			return COMMANDS.has(command) && before !== undefined ? wrap(before) : now;
		},
	};
	await table.reopen(dialect);
});
afterEach(() => (wrap = (post) => post));

const output = async (operation: string, parameters: INodeParameters) => {
	const more = { timezone: 'UTC', simplify: true, ...parameters };
	const { items, error } = await table.run('post', operation, more);
	expect(error).toBeUndefined();
	const { status, scheduled_at, message } = items[0]?.json ?? {};
	return { status, scheduled_at, message };
};

const expected = (at: string) => ({
	status: 'scheduled',
	scheduled_at: at,
	message: expect.stringContaining(`${at.slice(11, 16)} (UTC)`),
});

it.each(['time', 'nextSlot'])(
	'Create: the output shows the schedule (%s)',
	async (scheduleMode) => {
		const scheduledAt = inHours(table, 4);
		const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
		const slots = { slot: [{ weekdays, times: scheduledAt.slice(11, 16) }] };
		const when = scheduleMode === 'time' ? { scheduledAt } : { slots };
		const content = { text: 'Fresh bread', accountIds: [bread(table)], afterCreate: 'schedule' };
		const shown = await output('create', { ...content, scheduleMode, ...when });
		const [post] = table.service.state.posts.values();
		const at = new Date(post?.schedule?.atMs ?? 0).toISOString();
		expect(shown).toEqual(expected(at));
	},
);

it.each([
	['schedule', false],
	['schedule', true],
	['reschedule', false],
	['reschedule', true],
])('%s: the output shows the new time (post in `post`: %s)', async (operation, isWrapped) => {
	if (isWrapped) wrap = (post) => ({ post });
	const { postId } = await (operation === 'schedule' ? draft : scheduled)(table);
	const scheduledAt = inHours(table, 29.5);
	expect(await output(operation, { postId, scheduledAt })).toEqual(expected(scheduledAt));
});

it('Cancel: the output shows a draft', async () => {
	const { postId } = await scheduled(table);
	expect(await output('cancel', { postId })).toEqual({
		status: 'draft',
		scheduled_at: null,
		message: expect.stringContaining('is a draft'),
	});
});

it('Create or Update: a row is scheduled, moved, edited and taken back without an error', async () => {
	const at = '2099-03-15T11:00:00Z';
	const rows = [
		{ status: 'scheduled', at: '2099-03-14T10:00:00Z' },
		{ status: 'scheduled', at },
		{ status: 'scheduled', at, text: 'Warm bread' },
		{ status: 'draft', text: 'Warm bread' },
	];
	const actions = [];
	for (const row of rows) {
		const { action } = await table.settles(breadRow(row), { timezone: 'UTC' });
		actions.push(action);
	}
	expect(actions).toEqual(['created', 'rescheduled', 'updated', 'unscheduled']);
	expect(table.posts).toMatchObject([{ text: 'Warm bread', status: 'draft' }]);
});
