import { ByHand } from '../../../support/byHand';
import { postDialects } from '../../../support/postDialects';
import { HOUR_MS } from '../../createRecords';
import { eachOnce, feed, useFeedHarness } from './feed';

const REFUSED = { kind: 'status', when: 'before', status: 403 } as const;

const SERVICES = ['first', 'second', 'noTexts', 'noDestinations', 'trimmed'] as const;

describe.each(SERVICES)('with the service %s', (name) => {
	const harness = useFeedHarness({ dialect: postDialects[name] });
	const byHand = new ByHand(harness);
	const later = async (hours: number) => await harness.service.clock.advance(hours * HOUR_MS);
	const posts = () => [...harness.service.state.posts.values()];
	const newest = () => posts().at(-1)?.id ?? '';
	const commands = () =>
		harness.requests().filter((name) => /^(create|edit|publish|schedule)/.test(name));
	const errorOf = ({ error }: Awaited<ReturnType<typeof harness.post>>) =>
		error && `${error.message} ${error.description}`;
	const other = () => ({ accountIds: [harness.service.accountId('Cakes on Pagebook')] });

	/** An error names the draft, or n8n is killed before it can publish it. */
	const interruptions: Array<[string, () => Promise<void>, boolean]> = [
		[
			'that an error named',
			async () => {
				harness.service.faults.add({ operation: 'publish_post', action: REFUSED });
				const run = await harness.post(feed('One'));
				expect(errorOf(run)).toContain(newest());
			},
			false,
		],
		[
			'that was left when n8n was killed',
			async () => {
				const { service } = harness;
				const action = { kind: 'drop', when: 'before' } as const;
				service.faults.add({ operation: 'publish_post', times: Infinity, action });
				await harness.killWhen(() => harness.journal('publish_post').length > 0, feed('One'));
				service.faults.clear();
			},
			true,
		],
	];

	describe.each(interruptions)('a draft %s', (_title, interrupt, mayBeOut) => {
		beforeEach(async () => {
			await interrupt();
			await later(1);
			harness.requests();
		});

		it.each([1, 25])(
			'is not posted again if somebody corrected and published it, %i hours later',
			async (hours) => {
				await byHand.edit(newest(), 'One by hand');
				await byHand.publish(newest());
				await later(hours);
				harness.requests();
				for (let run = 0; run < 2; run++) {
					expect(errorOf(await harness.post(feed('One')))).toBeUndefined();
				}
				expect(commands()).toEqual([]);
				expect(harness.published).toEqual(eachOnce('One by hand'));
			},
		);

		it.each([1, 25])(
			'is published with the corrections that somebody made, %i hours later',
			async (hours) => {
				await byHand.edit(newest(), 'One by hand');
				await byHand.move(newest(), harness.service.accountId('Cakes on Pagebook'));
				await later(hours);
				expect(errorOf(await harness.post(feed('One')))).toBeUndefined();
				await later(1);
				expect(harness.published).toEqual(eachOnce('One by hand'));
			},
		);

		it.each([1, 25])(
			'is updated to the text and the account that were corrected in the workflow, %i hours later',
			async (hours) => {
				await later(hours);
				const corrected = feed('One').map((item) => ({ ...item, title: 'Number one' }));
				expect(errorOf(await harness.post(corrected, other()))).toBeUndefined();
				expect(harness.journal('edit_post').map(({ status }) => status)).toEqual([200]);
				await later(1);
				expect(harness.published).toEqual(eachOnce('Number one'));
				const [account] = posts()[0]?.destinations ?? [];
				expect(account?.content.account_id).toBe(other().accountIds[0]);
			},
		);

		it.each([1, 25])(
			'is named in an error if it was corrected both by hand and in the workflow, %i hours later',
			async (hours) => {
				await byHand.edit(newest(), 'One by hand');
				await later(hours);
				harness.requests();
				const corrected = feed('One').map((item) => ({ ...item, title: 'Number one' }));
				expect(errorOf(await harness.post(corrected))).toContain(newest());
				expect(commands()).toEqual([]);
				// Once somebody has published one version, the item is done.
				await byHand.publish(newest());
				await later(1);
				expect(errorOf(await harness.post(corrected))).toBeUndefined();
				expect(harness.published).toEqual(eachOnce('One by hand'));
			},
		);

		it.each([1, 25])(
			'is created again if it certainly was deleted, %i hours later',
			async (hours) => {
				await byHand.delete(newest());
				await later(hours);
				const error = errorOf(await harness.post(feed('One')));
				await later(1);
				// A list may leave out a post that was published, so after that, the node does not take it for deleted.
				if (mayBeOut) expect(error).toMatch(/does not list the post of this item.*"One"/);
				expect(harness.published).toEqual(mayBeOut ? {} : eachOnce('One'));
			},
		);

		it('is named in an error while somebody has scheduled it', async () => {
			await byHand.schedule(newest(), 30);
			harness.requests();
			expect(errorOf(await harness.post(feed('One')))).toContain(newest());
			expect(commands()).toEqual([]);
			await later(31);
			expect(errorOf(await harness.post(feed('One')))).toBeUndefined();
			expect(harness.published).toEqual(eachOnce('One'));
		});
	});

	describe('a draft that somebody corrected, after the response to its creation was lost,', () => {
		beforeEach(async () => {
			await harness.killWhen(() => harness.journal('create_post').length > 0, feed('One'));
			await byHand.edit(newest(), 'One by hand');
		});

		it('is published with the corrections within 24 hours', async () => {
			await later(1);
			expect(errorOf(await harness.post(feed('One')))).toBeUndefined();
			await later(1);
			expect(harness.published).toEqual(eachOnce('One by hand'));
		});

		it('is named in an error after 24 hours', async () => {
			await later(25);
			harness.requests();
			expect(errorOf(await harness.post(feed('One')))).toContain(newest());
			expect(commands()).toEqual([]);
		});

		it('is named in an error if the item was corrected, too', async () => {
			harness.requests();
			const corrected = feed('One').map((item) => ({ ...item, title: 'Number one' }));
			expect(errorOf(await harness.post(corrected))).toContain(newest());
			expect(posts().map(({ status }) => status)).toEqual(['draft']);
		});
	});
});
