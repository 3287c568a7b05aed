import { typesOf, usePollHarness } from '../../support/pollHarness';

const harness = usePollHarness({ dialect: { lastCursor: 'first' } });
const DAY_MS = 24 * 60 * 60 * 1_000;

/** How many posts the node remembers. */
function remembered(staticData: object): number {
	const posts = /"posts":{[^}]*"snapshots":"([^"]*)"/.exec(JSON.stringify(staticData))?.[1] ?? '';
	return posts.trim().split(' ').length;
}

it('reports and forgets the posts of a list that goes round in circles', async () => {
	const host = await harness.activated();
	await harness.published('Fresh rolls', 'Cakes on Pagebook');
	await host.poll();
	await harness.service.clock.advance(40 * DAY_MS);
	for (const text of ['More rolls', 'Even more rolls']) {
		await harness.published(text, 'Cakes on Pagebook');
		await host.poll();
	}
	expect(typesOf(host)).toHaveLength(6);
	expect(remembered(host.record.staticData)).toBe(2);
});
