import { typesOf, usePollHarness } from '../../support/pollHarness';

jest.mock('../../../service/core/pages', () => {
	const actual = jest.requireActual('../../../service/core/pages');
	/** A list whose last page names itself as the next one. */
	function page(
		records: unknown,
		order: unknown,
		{ cursor, limit }: { cursor?: string; limit: number },
		...rest: unknown[]
	) {
		const request = { cursor: cursor === 'round' ? undefined : cursor, limit };
		return { ...actual.page(records, order, request, ...rest), next_cursor: 'round' };
	}
	return { ...actual, page };
});

const harness = usePollHarness();
const DAY_MS = 24 * 60 * 60 * 1_000;

/** How many posts the node remembers. */
function remembered(staticData: object): number {
	const posts = /"posts":"([^"]*)"/.exec(JSON.stringify(staticData))?.[1] ?? '';
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
