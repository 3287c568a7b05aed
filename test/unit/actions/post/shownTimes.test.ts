import { dialects } from '../../../service';
import { useTableHarness } from './upsert/table';
import { draft } from '../createRecords';

// The forms in which a service may state the time of a schedule.

const table = useTableHarness();

const forms: Array<[form: string, shownTime: (instant: string) => string | number]> = [
	[
		'with an offset',
		(instant) => new Date(Date.parse(instant) + 7_200_000).toISOString().replace('Z', '+02:00'),
	],
	['without an offset', (instant) => instant.replace(/\.\d+Z$/, '')],
	['in seconds since 1970', (instant) => Date.parse(instant) / 1_000],
	['in milliseconds since 1970', (instant) => Date.parse(instant)],
	['in milliseconds since 1970, as text', (instant) => String(Date.parse(instant))],
];

describe.each(forms)('a time %s', (_form, shownTime) => {
	beforeEach(async () => {
		await table.close();
		await table.open({ dialect: { ...dialects.first, shownTime } });
	});

	const custom = (key: string) => ({ idempotency: 'custom', idempotencyKey: key });

	it('is stated in the output of a command', async () => {
		const { postId } = await draft(table);
		const scheduledAt = '2099-03-14T09:30:00Z';
		const { items, error } = await table.run('post', 'schedule', {
			...{ postId, scheduledAt, timezone: 'Europe/Berlin' },
			...{ simplify: true, options: custom('schedule-1') },
		});
		expect(error).toBeUndefined();
		expect(items[0]?.json.message).toBe(
			'The post is scheduled. It goes out on 14 March 2099, 10:30 (Europe/Berlin).',
		);
	});

	it('shows that somebody has changed it since the command was sent with the same key', async () => {
		const { postId, id } = await draft(table);
		const parameters = { postId, scheduledAt: table.hoursAhead(2), options: custom('schedule-2') };
		await table.run('post', 'schedule', parameters);
		const post = table.service.state.posts.get(String(id));
		if (post?.schedule) post.schedule.atMs += 3_600_000;

		const { error } = await table.run('post', 'schedule', parameters);
		expect(error?.message).toMatch(/this was already done with the same key/);
	});

	it('counts as unchanged if it is that of a row', async () => {
		const { postId, id } = await draft(table);
		const at = table.hoursAhead(2);
		await table.run('post', 'schedule', { postId, scheduledAt: at });
		table.requests();

		const row = { key: 'row 1', id, text: 'Fresh bread', status: 'scheduled', at };
		expect(await table.one(row)).toMatchObject({ action: 'unchanged' });
		expect(table.commands()).toEqual([]);
	});
});
