import { dialects, type Dialect } from '../../../../service';
import { THREE_A_DAY } from '../slots/queue';
import { breadRow as row, useTableHarness } from './table';

// Services whose posts state no status of their own, and whose deliveries are pending, or have null as their status, until they end.

const table = useTableHarness();

const shownUntilItEnds = (shown: string | null): Dialect => ({
	...dialects.second,
	shownDelivery: (status) =>
		['draft', 'scheduled', 'publishing'].includes(status) ? shown : status,
});
const pending = shownUntilItEnds('pending');
/** Nor does a post show its delivery history. */
const silent: Dialect = { ...pending, deliveryHistory: false };
/** Only the deliveries of a scheduled post say so. */
const scheduledOnly: Dialect = {
	...silent,
	shownDelivery: (status) => (['draft', 'publishing'].includes(status) ? 'pending' : status),
};

const simplify = { simplify: true };
const UNKNOWN = /^It is not known whether the post is going out/;

describe.each([
	['are pending, with a delivery history', pending],
	['are pending, without a delivery history', silent],
	['have no status yet', shownUntilItEnds(null)],
	['are pending, unless it is scheduled', scheduledOnly],
])('a post whose deliveries %s', (_, dialect) => {
	beforeEach(async () => await table.reopen(dialect));

	it('is a draft, and is scheduled, moved, withdrawn and published as its row wants', async () => {
		expect(await table.one(row(), simplify)).toMatchObject({
			...{ action: 'created', status: 'draft' },
			message: 'The post is a draft. It has not been published.',
		});
		const steps = [
			[{ status: 'scheduled', at: table.hoursAhead(5) }, 'scheduled'],
			[{ status: 'scheduled', at: table.hoursAhead(9) }, 'rescheduled'],
			[{ status: 'scheduled', at: table.hoursAhead(9), text: 'Warm bread' }, 'updated'],
			[{ status: 'draft', text: 'Warm bread' }, 'unscheduled'],
			[{ status: 'published', text: 'Warm bread' }, 'published'],
		] as const;
		for (const [more, action] of steps) {
			expect(await table.settles(row(more))).toMatchObject({ action });
		}
		expect(table.journal('publish_post')).toHaveLength(1);
	});

	it.each([
		['at a time', { scheduleMode: 'time' }],
		['in a slot', { scheduleMode: 'nextSlot', slots: THREE_A_DAY }],
	])(
		'is scheduled %s by the next run if the service has refused the schedule',
		async (_mode, more) => {
			const wanted = row({ status: 'scheduled' });
			const refusal = { kind: 'status', when: 'before', status: 422 } as const;
			table.service.faults.add({ operation: 'schedule_post', action: refusal });
			const refused = await table.refused({ ...wanted, at: table.hoursAhead(5) }, more);
			expect(refused).toMatch(/^Could not schedule the post/);
			expect(await table.settles({ ...wanted, at: table.hoursAhead(9) }, more)).toMatchObject({
				action: 'scheduled',
			});
		},
	);

	it.each([
		['published', {}, 'publish_post'],
		['scheduled', { scheduleMode: 'nextSlot', slots: THREE_A_DAY }, 'schedule_post'],
	] as const)(
		'is an error until it is out if its row wanted it %s, and no response arrived',
		async (status, more, operation) => {
			const outage = { operation, times: 99, action: { kind: 'drop', when: 'before' } } as const;
			table.service.faults.add(outage);
			await table.refused(row({ status }), more);
			table.service.faults.clear();
			await table.service.clock.advance(30 * 3_600_000);
			table.requests();
			expect(await table.refused(row({ status }), more)).toMatch(UNKNOWN);
			expect(table.commands()).toEqual([]);

			const [{ id } = { id: '' }] = [...table.service.state.posts.values()];
			await table.byHand.publish(id);
			await table.service.clock.advance(24 * 3_600_000);
			expect(await table.one(row({ status }), more)).toMatchObject({ action: 'unchanged' });
		},
	);

	it.each([
		['moved', {}, () => ({ at: table.hoursAhead(9) })],
		['to be published', {}, () => ({ status: 'published' })],
		['unchanged', { scheduleMode: 'nextSlot', slots: THREE_A_DAY }, () => ({})],
	] as const)(
		'is an error if somebody has cancelled it, and its row is %s',
		async (_change, more, change) => {
			const wanted = row({ status: 'scheduled', at: table.hoursAhead(5) });
			const { id } = await table.one(wanted, more);
			await table.byHand.cancel(String(id));
			table.requests();
			expect(await table.refused({ ...wanted, ...change() }, more)).toMatch(UNKNOWN);
			expect(table.commands()).toEqual([]);
		},
	);

	it('is on its way once its row has published it, and is not published again', async () => {
		table.service.setOutcome('Bread on Shortpost', { status: 'published', delayMs: 6 * 3_600_000 });
		const wanted = row({ status: 'published' });
		const { id } = await table.one(wanted);
		for (const hours of [1, 1]) {
			await table.service.clock.advance(hours * 3_600_000);
			expect(await table.one({ ...wanted, id }, simplify)).toMatchObject({
				...{ action: 'unchanged', status: 'publishing' },
				message: expect.stringMatching(/^Still open: /),
			});
		}
		expect(await table.one(row({ id, status: 'draft' }), simplify)).toMatchObject({
			action: 'locked',
		});
		await table.service.clock.advance(6 * 3_600_000);
		expect(await table.one({ ...wanted, id }, simplify)).toMatchObject({ status: 'published' });
		expect(table.journal('publish_post')).toHaveLength(1);
	});

	it('is on its way once the time of its schedule has come', async () => {
		table.service.setOutcome('Bread on Shortpost', { status: 'published', delayMs: 6 * 3_600_000 });
		const wanted = row({ status: 'scheduled', at: table.hoursAhead(1) });
		const { id } = await table.one(wanted);
		await table.service.clock.advance(2 * 3_600_000);
		table.requests();
		expect(await table.one({ ...wanted, id }, simplify)).toMatchObject({
			...{ action: 'unchanged', status: 'publishing' },
		});
		// Without a history, its row no longer shows that its time has come.
		const published = row({ id, status: 'published' });
		if (dialect.deliveryHistory) {
			expect(await table.one(published)).toMatchObject({ action: 'unchanged' });
		} else expect(await table.refused(published)).toMatch(UNKNOWN);
		expect(table.commands()).toEqual([]);
	});
});

it('a post that somebody has published is seen by its delivery history', async () => {
	await table.reopen(pending);
	table.service.setOutcome('Bread on Shortpost', { status: 'published', delayMs: 6 * 3_600_000 });
	const { id } = await table.one(row());
	await table.byHand.publish(String(id));
	table.requests();
	expect(await table.one(row({ id, status: 'published' }), simplify)).toMatchObject({
		...{ action: 'unchanged', status: 'publishing' },
	});
	expect(await table.one(row({ id }))).toMatchObject({ action: 'locked' });
	expect(table.commands()).toEqual([]);
});
