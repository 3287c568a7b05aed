import { dialects } from '../../../service';
import { answered } from '../../support/nodeHarness';
import { draft } from '../createRecords';
import { breadRow, useTableHarness } from './upsert/table';

// Services that store the time of a schedule without its seconds.

const table = useTableHarness();

const MINUTE_MS = 60_000;
const { first, second, third } = dialects;

const services = {
	'drops the seconds': { ...first, keptTime: floored },
	'drops the seconds and does not state the status of a post': { ...second, keptTime: floored },
	'drops the seconds and lists ETags': { ...third, keptTime: floored },
	'rounds to the minute': {
		...first,
		keptTime: (timeMs: number) => Math.round(timeMs / MINUTE_MS) * MINUTE_MS,
	},
};

function floored(timeMs: number): number {
	return Math.floor(timeMs / MINUTE_MS) * MINUTE_MS;
}

const row = (at: string) => breadRow({ status: 'scheduled', at });
const shown = (at: string) => table.posts.map((post) => post.at === `${at}.000Z`);

describe.each(Object.entries(services))('a service that %s', (_does, dialect) => {
	beforeEach(async () => await table.reopen(dialect));
	const kept = (at: string) =>
		new Date(dialect.keptTime(Date.parse(at))).toISOString().slice(0, 19);

	it('leaves a row with seconds unchanged after its first run', async () => {
		const at = '2099-03-14T10:00:30Z';
		expect(await table.settles(row(at), { timezone: 'UTC' })).toMatchObject({ action: 'created' });
		expect(shown(kept(at))).toEqual([true]);
	});

	it('leaves a row unchanged once its time has changed by some seconds or by a minute', async () => {
		await table.settles(row('2099-03-14T10:00:30Z'));
		for (const at of [
			'2099-03-14T10:00:45Z',
			'2099-03-14T10:01:45Z',
			'2099-03-14T10:02:00Z',
			'2099-03-14T10:03:59Z',
		]) {
			await table.settles(row(at));
			expect(shown(kept(at))).toEqual([true]);
		}
	});

	it('has accepted the commands of Create, Schedule and Reschedule', async () => {
		const scheduledAt = '2099-03-14T10:00:30Z';
		const { accountIds } = table.parameters();
		const time = { scheduledAt, timezone: 'UTC', simplify: true };
		for (const idempotency of ['execution', 'content']) {
			const content = { text: `By ${idempotency}`, accountIds, afterCreate: 'schedule' };
			const more = { ...time, ...content, idempotency };
			const { items, error } = await table.run('post', 'create', more);
			expect(error).toBeUndefined();
			expect(items[0]?.json.message).toContain(kept(scheduledAt).slice(11, 16));
		}
		const { postId } = await draft(table);
		for (const operation of ['schedule', 'reschedule']) {
			const options = { idempotency: 'custom', idempotencyKey: operation };
			const more = { ...time, postId, options };
			for (let times = 0; times < 2; times++) {
				expect((await table.run('post', operation, more)).error).toBeUndefined();
			}
		}
	});

	it('has accepted the commands of an agent', async () => {
		const { postId, id } = await draft(table);
		const toTheMinute = { scheduledAt: '2099-03-14T10:00:30Z', timezone: 'UTC' };
		const asked = await table.call('post', 'schedule', { postId, ...toTheMinute });
		expect(answered(asked)).toHaveLength(1);
		const args = {
			...{
				workspace_id: table.workspaceId,
				[dialect.toolIdArgument === 'id' ? 'id' : 'post_id']: id,
			},
			scheduled_at: '2099-03-14T11:00:30Z',
		};
		const tool = { toolName: 'reschedule_post', argumentsInput: 'json' };
		const toolArgumentsJson = JSON.stringify(args);
		const called = await table.call('assistantTool', 'call', { ...tool, toolArgumentsJson });
		expect(answered(called)).toHaveLength(1);
	});

	it('shows that somebody has moved a post to another minute', async () => {
		const { postId, id } = await draft(table);
		const options = { idempotency: 'custom', idempotencyKey: 'once' };
		const more = { postId, scheduledAt: '2099-03-14T10:00:30Z', timezone: 'UTC', options };
		await table.run('post', 'schedule', more);
		const { schedule } = table.service.state.posts.get(String(id)) ?? {};
		if (schedule) schedule.atMs += MINUTE_MS;

		const { error } = await table.run('post', 'schedule', more);
		expect(error?.message).toMatch(/this was already done with the same key/);
	});
});

it('a service that keeps seconds gets a command if the time of a row changes by some seconds', async () => {
	await table.settles(row('2099-03-14T10:00:00Z'));
	for (const at of ['2099-03-14T10:00:30', '2099-03-14T10:01:00']) {
		expect(await table.settles(row(`${at}Z`))).toMatchObject({ action: 'rescheduled' });
		expect(shown(at)).toEqual([true]);
	}
});
