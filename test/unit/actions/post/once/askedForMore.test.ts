import type { INodeParameters } from 'n8n-workflow';

import { ByHand } from '../../../support/byHand';
import { postDialects } from '../../../support/postDialects';
import { HOUR_MS, inHours } from '../../createRecords';
import { eachOnce, feed, textsByOutput, useFeedHarness } from './feed';

const DRAFT = { afterCreate: 'draft' };
const PUBLISH = { afterCreate: 'publish' };

const SERVICES = ['first', 'second', 'noTexts', 'noDestinations', 'trimmed'] as const;

describe.each(SERVICES)('with the service %s', (name) => {
	const harness = useFeedHarness({ dialect: postDialects[name] });
	const byHand = new ByHand(harness);
	const later = async (hours: number) => await harness.service.clock.advance(hours * HOUR_MS);
	const posts = () => [...harness.service.state.posts.values()];
	const newest = () => posts().at(-1)?.id ?? '';
	const schedule = (hours = 2): INodeParameters => ({
		afterCreate: 'schedule',
		scheduledAt: inHours(harness, hours),
	});
	const commands = () =>
		harness.requests().filter((name) => /^(create|edit|publish|schedule)/.test(name));

	describe('an item that was posted as a draft, and is to be published now', () => {
		beforeEach(async () => {
			expect((await harness.post(feed('One', 'Two'), DRAFT)).error).toBeUndefined();
			harness.requests();
		});

		it.each([1, 25])('is published from its draft, %i hours later', async (hours) => {
			await later(hours);
			const run = await harness.post(feed('One', 'Two', 'Three'), PUBLISH);
			expect(run.error).toBeUndefined();
			expect(textsByOutput(run)).toEqual([['One', 'Two', 'Three'], []]);
			await later(1);
			expect(harness.published).toEqual(eachOnce('One', 'Two', 'Three'));
			expect(textsByOutput(await harness.post(feed('One'), PUBLISH))).toEqual([[], ['One']]);
		});

		it('is published with the changes that somebody has made to the draft', async () => {
			await byHand.edit(newest(), 'Two by hand');
			await later(25);
			const run = await harness.post(feed('One', 'Two'), PUBLISH);
			expect(run.error).toBeUndefined();
			await later(1);
			expect(harness.published).toEqual(eachOnce('One', 'Two by hand'));
		});

		it('is created again if somebody has deleted the draft', async () => {
			await byHand.delete(newest());
			await later(1);
			expect((await harness.post(feed('One', 'Two'), PUBLISH)).error).toBeUndefined();
			await later(1);
			expect(harness.published).toEqual(eachOnce('One', 'Two'));
		});

		it('counts as posted before if somebody has published the draft, even with another text', async () => {
			await byHand.edit(newest(), 'Two by hand');
			await byHand.publish(newest());
			await later(25);
			harness.requests();
			const run = await harness.post(feed('Two'), PUBLISH);
			expect(run.error).toBeUndefined();
			expect(commands()).toEqual([]);
			expect(run.outputs.flat()).toHaveLength(1);
			expect(textsByOutput(await harness.post(feed('Two'), PUBLISH))).toEqual([[], ['Two']]);
		});

		it('is an error that names the post while somebody has scheduled it', async () => {
			await byHand.schedule(newest(), 5);
			harness.requests();
			const run = await harness.post(feed('Two'), PUBLISH);
			expect(`${run.error?.message} ${run.error?.description}`).toContain(newest());
			expect(commands()).toEqual([]);
			await later(6);
			expect((await harness.post(feed('Two'), PUBLISH)).error).toBeUndefined();
			expect(harness.published).toMatchObject(eachOnce('Two'));
		});

		it('updates the draft first if its text was corrected in the workflow', async () => {
			const corrected = feed('One').map((item) => ({ ...item, title: 'Number one' }));
			expect((await harness.post(corrected, PUBLISH)).error).toBeUndefined();
			await later(1);
			expect(harness.published).toMatchObject(eachOnce('Number one'));
			expect(posts()).toHaveLength(2);
		});

		it('is an error that names the post if both the item and the draft were changed', async () => {
			await byHand.edit(newest(), 'Two by hand');
			harness.requests();
			const corrected = feed('Two').map((item) => ({ ...item, title: 'Number two' }));
			const { error } = await harness.post(corrected, PUBLISH);
			expect(`${error?.message} ${error?.description}`).toContain(newest());
			expect(commands()).toEqual([]);
		});

		it('is scheduled from its draft, and counts as posted before when it is to be published', async () => {
			const run = await harness.post(feed('One', 'Two'), schedule());
			expect(run.error).toBeUndefined();
			expect(posts().map(({ status }) => status)).toEqual(['scheduled', 'scheduled']);
			const again = await harness.post(feed('One', 'Two'), PUBLISH);
			expect(textsByOutput(again)).toEqual([[], ['One', 'Two']]);
			await later(3);
			expect(harness.published).toEqual(eachOnce('One', 'Two'));
		});
	});

	it('an item that could not be published, and is to stay a draft now, corrects its draft', async () => {
		const action = { kind: 'status', when: 'before', status: 403 } as const;
		harness.service.faults.add({ operation: 'publish_post', action });
		expect((await harness.post(feed('One'), PUBLISH)).error).toBeDefined();
		const corrected = feed('One').map((item) => ({ ...item, title: 'Number one' }));
		const run = await harness.post(corrected, DRAFT);
		expect(run.error).toBeUndefined();
		expect(run.outputs.map((items) => items.length)).toEqual([1, 0]);
		expect(posts()).toMatchObject([{ text: 'Number one', status: 'draft' }]);
	});

	it.each([DRAFT, PUBLISH])(
		'an item that was published counts as posted before with %j',
		async (more) => {
			await harness.post(feed('One'), PUBLISH);
			await later(25);
			harness.requests();
			expect(textsByOutput(await harness.post(feed('One'), more))).toEqual([[], ['One']]);
			expect(commands()).toEqual([]);
		},
	);

	it('an item whose draft was deleted counts as posted before if only a draft is wanted', async () => {
		await harness.post(feed('One'), DRAFT);
		await byHand.delete(newest());
		expect(textsByOutput(await harness.post(feed('One'), DRAFT))).toEqual([[], ['One']]);
		expect(posts()).toEqual([]);
	});
});
