import { ByHand } from '../../../support/byHand';
import { HOUR_MS } from '../../createRecords';
import { errorOf, timesOf, titles, useSlotHarness } from './queue';

const harness = useSlotHarness();
const byHand = new ByHand(harness);

/**
 * Posts "One", which has to move because another process has put "Other" with an earlier ID into its slot. Somebody changes
 * "One" right before one of these requests is carried out.
 */
async function moveOne(operation: string, change: (id: string) => Promise<boolean>) {
	const other = await harness.startProcess();
	const options = { nodeType: other.nodeType, workflowId: 'other' };
	const hold = (held: string, until: () => Promise<unknown>) =>
		harness.service.faults.add({
			operation: held,
			action: { kind: 'hold', when: 'before', until },
		});
	hold('create_post', async () => await harness.post(titles('Other'), {}, options));
	hold(operation, async () => {
		const one = harness.scheduled.find(({ text }) => text === 'One');
		expect(await change(one?.id ?? '')).toBe(true);
	});
	return await harness.post(titles('One'), { simplify: true });
}

it('a post that somebody edits while it is about to move stays, and the output says that it shares its slot', async () => {
	const run = await moveOne('reschedule_post', async (id) => await byHand.edit(id, 'Two'));
	expect(errorOf(run)).toBeUndefined();
	expect(timesOf(harness.queue).sort()).toEqual(['08:00 Other', '08:00 Two']);
	expect(run.items[0]?.json).toMatchObject({ slot_shared: true });
});

it('a post that somebody cancels before it can move stays a draft, and the output shows it', async () => {
	const run = await moveOne('get_post', async (id) => await byHand.cancel(id));
	expect(errorOf(run)).toBeUndefined();
	expect(timesOf(harness.queue)).toEqual(['08:00 Other']);
	expect(run.items[0]?.json).toMatchObject({ text: 'One', status: 'draft' });
	expect(run.items[0]?.json).not.toHaveProperty('slot_shared');
});

it('a post that somebody moves into the slot of another one during the run stays there, and the output says so', async () => {
	await harness.scheduleByHand('Other', '18:00');
	const until = async () => {
		const one = harness.scheduled.find(({ text }) => text === 'One');
		const { schedule } = harness.service.state.posts.get(one?.id ?? '') ?? {};
		if (schedule) schedule.atMs += 10 * HOUR_MS;
		return await Promise.resolve();
	};
	harness.service.faults.add({
		operation: 'create_post',
		nth: 2,
		action: { kind: 'hold', when: 'before', until },
	});
	const run = await harness.post(titles('One', 'Two'));
	expect(errorOf(run)).toBeUndefined();
	expect(timesOf(harness.queue).sort()).toEqual(['12:00 Two', '18:00 One', '18:00 Other']);
	expect(run.items[0]?.json.slot_shared).toBe(true);
});

it('a slot is taken on the account to which somebody has moved its post, and free on the other', async () => {
	const cakes = { accountIds: [harness.service.accountId('Cakes on Pagebook')] };
	await harness.post(titles('One', 'Two'));
	for (const { id } of harness.scheduled) {
		expect(await byHand.move(id, harness.service.accountId('Cakes on Pagebook'))).toBe(true);
	}
	const { items } = await harness.post(titles('Cakes'), cakes);
	await harness.post(titles('Bread'));
	expect(timesOf(harness.queue)).toEqual(['08:00 One', '08:00 Bread', '12:00 Two', '18:00 Cakes']);
	expect(items[0]?.json).not.toHaveProperty('slot_shared');
});
