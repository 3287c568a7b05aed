import { ByHand } from '../../../support/byHand';
import { HOUR_MS } from '../../createRecords';
import { eachOnce, feed, useFeedHarness } from './feed';

const harness = useFeedHarness();
const byHand = new ByHand(harness);
const later = async (hours: number) => await harness.service.clock.advance(hours * HOUR_MS);

const PAGES = [
	['with a page', { kind: 'html', when: 'before', status: 404 }],
	['without a body', { kind: 'empty', when: 'before', status: 404 }],
] as const;

it.each(PAGES)(
	'an item that was published is not posted again if a proxy responds with status 404 %s',
	async (_, action) => {
		await harness.killWhen(() => harness.journal('publish_post').length > 0, feed('One'));
		await later(25);
		harness.service.faults.add({ operation: 'get_post', action });
		expect((await harness.post(feed('One'))).error).toBeDefined();
		expect((await harness.post(feed('One'))).error).toBeUndefined();
		await later(1);
		expect(harness.published).toEqual(eachOnce('One'));
	},
);

it('an item whose draft was deleted is created again if the service responds with status 410', async () => {
	const refused = { kind: 'status', when: 'before', status: 403 } as const;
	harness.service.faults.add({ operation: 'publish_post', action: refused });
	expect((await harness.post(feed('One'))).error).toBeDefined();
	await byHand.delete([...harness.service.state.posts.keys()][0] ?? '');
	const gone = { kind: 'status', when: 'before', status: 410, code: 'gone' } as const;
	harness.service.faults.add({ operation: 'get_post', action: gone });
	expect((await harness.post(feed('One'))).error).toBeUndefined();
	await later(1);
	expect(harness.published).toEqual(eachOnce('One'));
});

it('an item whose post was created without an ID in the response is published by the next run', async () => {
	const empty = { kind: 'empty', when: 'after', status: 204 } as const;
	harness.service.faults.add({ operation: 'create_post', times: 4, action: empty });
	expect((await harness.post(feed('One'))).error?.message).toBe(
		'The draft was created, but the service did not return its ID',
	);
	await later(25);
	expect((await harness.post(feed('One'))).error).toBeUndefined();
	await later(1);
	expect(harness.published).toEqual(eachOnce('One'));
	expect(harness.service.state.posts.size).toBe(1);
});
