import { jpeg } from '../../../support/files';
import { itemWithFile } from '../../../support/nodeHarness';
import { breadRow, useTableHarness } from './table';

const table = useTableHarness();

/** How often a creation is sent in a run before it fails. */
const ATTEMPTS = 5;
const fromInput = { mediaSource: 'input' };

it('a row does not take the post of a row with the same picture', async () => {
	const picture = await itemWithFile(await jpeg(), 'bread.jpg', 'image/jpeg');
	const rows = ['row 1', 'row 2'].map((key) => ({
		...picture,
		json: breadRow({ key, text: `Bread of ${key}`, status: 'published' }),
	}));
	const run = async () => await table.upsert(rows, fromInput);
	const { faults } = table.service;
	const lost = { operation: 'create_post', times: ATTEMPTS };
	// Only the second creation arrives.
	faults.add({ ...lost, action: { kind: 'drop', when: 'before' } });
	faults.add({ ...lost, nth: ATTEMPTS + 1, action: { kind: 'drop', when: 'after' } });
	expect((await run()).error).toBeDefined();
	expect(faults.pending).toBe(0);
	const [second] = table.posts;
	await table.byHand.publish(second?.id ?? '');

	const { items } = await run();
	expect(items[0]?.json).toMatchObject({ action: 'created', text: 'Bread of row 1' });
	expect(items[1]?.json).toMatchObject({ id: second?.id });
	expect(table.posts).toMatchObject([
		{ text: 'Bread of row 2', status: 'published' },
		{ text: 'Bread of row 1', status: 'published' },
	]);
});

it.each([0, 25])(
	'a row does not take the post of another node with the same picture, %i hours later',
	async (hours) => {
		const picture = await itemWithFile(await jpeg(), 'bread.jpg', 'image/jpeg');
		const run = async (text: string) => {
			const row = { ...picture, json: breadRow({ text }) };
			return await table.upsert([row], fromInput, { workflowId: text });
		};
		await run('Morning');
		const lost = { kind: 'drop', when: 'before' } as const;
		table.service.faults.add({ operation: 'create_post', times: ATTEMPTS, action: lost });
		expect((await run('Evening')).error).toBeDefined();
		await table.service.clock.advance(hours * 3_600_000);

		await run('Evening');
		expect(table.posts[0]).toMatchObject({ text: 'Morning' });
		expect(table.posts.slice(1).map(({ text }) => text)).toEqual(hours === 0 ? ['Evening'] : []);
	},
);

it('of rows that come one by one, none takes the post of another with the same picture', async () => {
	const picture = await itemWithFile(await jpeg(), 'bread.jpg', 'image/jpeg');
	const rows = ['row 1', 'row 2'].map((key) => ({
		...picture,
		json: breadRow({ key, text: `Bread of ${key}` }),
	}));
	const { faults } = table.service;
	const lost = { operation: 'create_post', times: ATTEMPTS };
	// Only the second creation arrives.
	faults.add({ ...lost, action: { kind: 'drop', when: 'before' } });
	faults.add({ ...lost, nth: ATTEMPTS + 1, action: { kind: 'drop', when: 'after' } });
	for (const row of rows) expect((await table.upsert([row], fromInput)).error).toBeDefined();

	for (const row of rows) {
		const { items } = await table.upsert([row], fromInput);
		expect(items[0]?.json).toMatchObject({ text: row.json.text });
	}
	expect(table.posts.map(({ text }) => text).sort()).toEqual(['Bread of row 1', 'Bread of row 2']);
});
