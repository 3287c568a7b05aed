import { ByHand } from '../../../support/byHand';
import { HOUR_MS } from '../../createRecords';
import { eachOnce, feed, useFeedHarness } from './feed';

const harness = useFeedHarness();
const byHand = new ByHand(harness);
const later = async (hours: number) => await harness.service.clock.advance(hours * HOUR_MS);
const first = () => [...harness.service.state.posts.values()][0]?.id ?? '';
const RENAMED = feed('One').map((item) => ({ ...item, title: 'Number one' }));

describe('a draft whose ID the node never received', () => {
	beforeEach(async () => {
		const action = { kind: 'status', when: 'after', status: 503 } as const;
		harness.service.faults.add({ operation: 'create_post', times: 100, action });
		expect((await harness.post(feed('One'))).error).toBeDefined();
		harness.service.faults.clear();
		expect(await byHand.edit(first(), 'Corrected')).toBe(true);
	});

	it.each([1, 22])(
		'is published with the corrections that somebody made, %i hours later, while the service knows its key',
		async (hours) => {
			await later(hours);
			expect((await harness.post(feed('One'))).error).toBeUndefined();
			await later(1);
			expect(harness.published).toEqual(eachOnce('Corrected'));
		},
	);

	it.each([
		['after 23 hours', feed('One'), 23],
		['a day later', feed('One'), 25],
		['if its item was corrected, too', RENAMED, 1],
	])('is named in an error %s', async (_, items, hours) => {
		await later(hours);
		const { error } = await harness.post(items);
		expect(error?.message).toBe('This item may already have been posted');
		expect(error?.description).toContain(`${first()} ("Corrected", draft)`);
		await later(1);
		expect(harness.published).toEqual({ Corrected: { posts: 1, publications: 0 } });
	});

	it.each([1, 3, 25])(
		'is named in an error if the accounts of its item were corrected, too, %i hours later',
		async (hours) => {
			expect(await byHand.publish(first())).toBe(true);
			await later(hours);
			const other = { accountIds: [harness.service.accountId('Cakes on Shortpost')] };
			for (let run = 0; run < 2; run++) {
				const { error } = await harness.post(feed('One'), other);
				expect(error?.message).toBe('This item may already have been posted');
				expect(error?.description).toContain(first());
				await later(3);
			}
			expect(harness.published).toEqual(eachOnce('Corrected'));
		},
	);

	it('is not used for another item', async () => {
		await harness.post(feed('Two'));
		await later(25);
		expect(await byHand.delete(first())).toBe(true);
		expect((await harness.post(feed('One'))).error).toBeUndefined();
		await later(1);
		expect(harness.published).toEqual(eachOnce('One', 'Two'));
	});
});
