import { postDialects } from '../../../support/postDialects';
import { HOUR_MS } from '../../createRecords';
import { useFeedHarness } from './feed';

/** The request to create the post never arrives, or only its response is lost. */
const LOST = [
	['request', 'before'],
	['response', 'after'],
] as const;

describe.each(['first', 'noDestinations'] as const)('with the service %s', (name) => {
	const harness = useFeedHarness({ dialect: postDialects[name] });
	const later = async (hours: number) => await harness.service.clock.advance(hours * HOUR_MS);
	const item = (day: number) => [{ guid: `day-${day}`, title: 'Good morning' }];

	describe.each([1, 25])('%i hours after the creation of an item was lost', (hours) => {
		it.each(LOST)(
			'(its %s), it is posted although an item with the same text is done',
			async (_, when) => {
				expect((await harness.post(item(1))).error).toBeUndefined();
				await later(25);
				const action = { kind: 'drop', when } as const;
				harness.service.faults.add({ operation: 'create_post', times: Infinity, action });
				expect((await harness.post(item(2))).error).toBeDefined();
				harness.service.faults.clear();
				await later(hours);
				expect((await harness.post(item(2))).error).toBeUndefined();
				await later(1);
				expect(harness.published).toEqual({ 'Good morning': { posts: 2, publications: 2 } });
			},
		);
	});

	const byHand = { text: 'Good morning', idempotency: 'execution' };
	const lose = async (when: 'before' | 'after') => {
		const action = { kind: 'drop', when } as const;
		harness.service.faults.add({ operation: 'create_post', times: Infinity, action });
		expect((await harness.post(item(2))).error).toBeDefined();
		harness.service.faults.clear();
	};

	it.each(LOST)(
		'an hour after a lost creation (its %s), a post by hand with the same text that is older is not taken for the post of the item',
		async (_, when) => {
			await harness.run('post', 'create', harness.parameters(byHand));
			await later(24 * 7);
			await lose(when);
			await later(1);
			expect((await harness.post(item(2))).error).toBeUndefined();
			await later(1);
			expect(harness.published).toEqual({ 'Good morning': { posts: 2, publications: 2 } });
		},
	);

	it('a day after a lost creation, a post by hand with the same text that is older is named, and nothing is sent', async () => {
		await harness.run('post', 'create', harness.parameters(byHand));
		await later(24 * 7);
		await lose('before');
		await later(25);
		const { error } = await harness.post(item(2));
		const [id] = harness.service.state.posts.keys();
		expect(error?.description).toContain(id);
		expect(harness.published).toEqual({ 'Good morning': { posts: 1, publications: 1 } });
	});

	it.each(LOST)(
		'a lost creation (its %s) of a draft is repeated a day later, although the draft of another item is done',
		async (_, when) => {
			const drafts = { afterCreate: 'draft' };
			const other = [{ guid: 'day-1', title: 'Good evening' }];
			expect((await harness.post(other, drafts)).error).toBeUndefined();
			const action = { kind: 'drop', when } as const;
			harness.service.faults.add({ operation: 'create_post', times: Infinity, action });
			expect((await harness.post(item(2), drafts)).error).toBeDefined();
			harness.service.faults.clear();
			await later(25);
			expect((await harness.post(item(2), drafts)).error).toBeUndefined();
			const texts = [...harness.service.state.posts.values()].map(({ text }) => text);
			expect(texts).toEqual(['Good evening', 'Good morning']);
		},
	);

	const items = [...item(1), ...item(2)];

	it.each(LOST)(
		'a lost creation (its %s) is repeated although an earlier item of the run has a draft with the same text',
		async (_, when) => {
			const drafts = { afterCreate: 'draft' };
			expect((await harness.post(item(1), drafts)).error).toBeUndefined();
			const action = { kind: 'drop', when } as const;
			harness.service.faults.add({ operation: 'create_post', times: Infinity, action });
			expect((await harness.post(items, drafts)).error).toBeDefined();
			harness.service.faults.clear();
			await later(1);
			expect((await harness.post(items, drafts)).error).toBeUndefined();
			expect(harness.published).toEqual({ 'Good morning': { posts: 2, publications: 0 } });
			await harness.post(items);
			expect(harness.published).toEqual({ 'Good morning': { posts: 2, publications: 2 } });
		},
	);

	it('two lost creations with the same text become two posts, whichever arrived', async () => {
		harness.service.faults.add(
			{ operation: 'create_post', times: 5, action: { kind: 'drop', when: 'before' } },
			{ operation: 'create_post', nth: 6, times: 5, action: { kind: 'drop', when: 'after' } },
		);
		expect(
			(await harness.post(items, {}, { continueOnFail: 'continueRegularOutput' })).items,
		).toHaveLength(2);
		harness.service.faults.clear();
		await later(1);
		expect((await harness.post(items)).error).toBeUndefined();
		await later(1);
		expect(harness.published).toEqual({ 'Good morning': { posts: 2, publications: 2 } });
	});
});
