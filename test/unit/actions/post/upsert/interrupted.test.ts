import { dialects } from '../../../../service';
import { jpeg } from '../../../support/files';
import { itemWithFile } from '../../../support/nodeHarness';
import { breadRow, useTableHarness } from './table';

const table = useTableHarness();

/** The number of commands of a kind that the service has received. */
const count = (operation: string) => table.journal(operation).length;

it('the next run completes a row, wherever n8n was killed', async () => {
	const at = table.hoursAhead(20);
	const process = await table.startProcess();
	let isKilled = true;
	for (let killPoint = 1; isKilled; killPoint += 3) {
		const text = `Row ${killPoint}`;
		const rows = [breadRow({ text, status: 'scheduled', at })];
		// Another workflow, because the memory of the killed process would affect the next run.
		const workflowId = `killed at ${killPoint}`;
		const { nodeType, killed } = process.killedAt(killPoint);
		const run = table.upsert(rows, {}, { nodeType, workflowId });
		isKilled = (await Promise.race([run, killed])) === undefined;

		const again = await table.upsert(rows, {}, { workflowId });
		expect({ killPoint, error: again.error }).toEqual({ killPoint, error: undefined });
		const { items } = await table.upsert(rows, {}, { workflowId });
		expect(items[0]?.json).toMatchObject({ action: 'unchanged' });
		expect(table.posts.filter((post) => post.text === text)).toMatchObject([
			{ status: 'scheduled', at },
		]);
	}
});

it('the next run deletes the post of an absent row, wherever n8n was killed', async () => {
	const process = await table.startProcess();
	let isKilled = true;
	for (let killPoint = 1; isKilled; killPoint++) {
		const workflowId = `deletion killed at ${killPoint}`;
		const [made] = (await table.upsert([breadRow()], {}, { workflowId })).items;
		const rows = [breadRow({ status: 'absent', id: made?.json.id })];
		const { nodeType, killed } = process.killedAt(killPoint);
		const run = table.upsert(rows, {}, { nodeType, workflowId });
		isKilled = (await Promise.race([run, killed])) === undefined;

		for (let again = 0; again < 2; again++) {
			const { error } = await table.upsert(rows, {}, { workflowId });
			expect({ killPoint, error: error?.message }).toEqual({ killPoint, error: undefined });
		}
		expect(table.posts).toEqual([]);
	}
});

it('a text and a time that both differ are both updated', async () => {
	const at = table.hoursAhead(2);
	const later = table.hoursAhead(3);
	await table.close();
	await table.open({ dialect: { ...dialects.first, keptText: (text) => `${text}.` } });
	await table.one(breadRow({ status: 'scheduled', at }));

	const changed = breadRow({ status: 'scheduled', at: later, text: 'Warm bread' });
	expect(await table.one(changed)).toMatchObject({
		...{ action: 'rescheduled', changed: ['text', 'scheduled_at'] },
		...{ text: 'Warm bread.', scheduled_at: later },
	});
	expect(await table.one(changed)).toMatchObject({ action: 'unchanged' });
});

it('a post that n8n could not record is found by its text, and by the key of its creation', async () => {
	const wasMade = () => count('create_post') > 0;
	await table.killWhen(wasMade, [breadRow()]);
	expect(await table.one(breadRow())).toMatchObject({ action: 'unchanged' });
	expect(table.posts).toHaveLength(1);
});

it('a row whose post another process has deleted gets a new one with other content', async () => {
	const { nodeType } = await table.startProcess();
	await table.upsert([breadRow()], {}, { nodeType });
	await table.upsert([breadRow({ status: 'absent' })], {}, { nodeType });
	expect(table.posts).toEqual([]);
	expect(await table.one(breadRow({ text: 'Rolls' }))).toMatchObject({ action: 'created' });
	expect(table.posts).toHaveLength(1);
});

it('two rows with the same content have a post each', async () => {
	await table.killWhen(() => count('create_post') > 0, [breadRow()]);
	const { items } = await table.upsert([breadRow({ key: 'row 2' }), breadRow()]);
	expect(items.map(({ json }) => json.action)).toEqual(['created', 'unchanged']);
	expect(table.posts).toHaveLength(2);
});

it('a Retry of the execution continues where the first attempt stopped', async () => {
	const refusal = { kind: 'status', when: 'before', status: 422, message: 'Odd time' } as const;
	table.service.faults.add({ operation: 'schedule_post', action: refusal });
	const rows = [breadRow({ status: 'scheduled', at: table.hoursAhead(2) })];
	const first = await table.upsert(rows);
	expect(`${first.error?.description}`).toMatch(/The draft has been created/);

	const retry = await table.upsert(rows, {}, { retryOf: first });

	expect(retry.error).toBeUndefined();
	expect(count('create_post')).toBe(1);
	expect(table.posts).toMatchObject([{ status: 'scheduled' }]);
});

it('an edit between two commands stops the node', async () => {
	await table.one(breadRow());
	const at = table.hoursAhead(2);
	table.service.faults.add({
		operation: 'get_post',
		nth: 2,
		action: {
			kind: 'hold',
			when: 'before',
			until: async () => await table.byHand.edit(table.posts[0]?.id ?? '', 'Corrected bread'),
		},
	});

	const error = await table.refused(breadRow({ text: 'Warm bread', status: 'scheduled', at }));

	expect(error).toMatch(/Someone changed the post while the node was working on it/);
	expect(table.posts).toMatchObject([{ status: 'draft', text: 'Corrected bread' }]);
});

it('a post of a killed process is found by its file, even if the service has changed its text', async () => {
	await table.close();
	await table.open({ dialect: { ...dialects.first, keptText: (text) => `${text}.` } });
	const picture = await itemWithFile(await jpeg(), 'bread.jpg', 'image/jpeg');
	const attached = { mediaSource: 'input' };
	const rows = [{ ...picture, json: breadRow() }];
	const hasUploaded = () => count('complete_media_upload') > 0;
	const hasCreated = () => count('create_post') > 0;
	const other = await table.startProcess();
	const nodeType = other.heldWhen(
		hasUploaded,
		async () => await table.killWhen(hasCreated, rows, attached),
	);

	const { error } = await table.upsert(rows, attached, { nodeType });
	expect(error).toBeUndefined();
	expect(table.posts).toHaveLength(1);
	const { items } = await table.upsert(rows, attached);
	expect(items[0]?.json).toMatchObject({ action: 'unchanged', id: table.posts[0]?.id });
});

it.each([1, 25])(
	'rows with the same picture keep their own posts if all responses to the creations were lost, %i hours later',
	async (hours) => {
		const picture = await itemWithFile(await jpeg(), 'bread.jpg', 'image/jpeg');
		const rows = ['row 1', 'row 2'].map((key) => ({
			...picture,
			json: breadRow({ key, text: `Bread of ${key}` }),
		}));
		const run = async () => await table.upsert(rows, { mediaSource: 'input' });
		const action = { kind: 'drop', when: 'after' } as const;
		table.service.faults.add({ operation: 'create_post', times: Infinity, action });
		expect((await run()).error).toBeDefined();
		table.service.faults.clear();
		await table.service.clock.advance(hours * 3_600_000);
		expect((await run()).error).toBeUndefined();
		const { items } = await run();
		expect(items.map(({ json }) => json.action)).toEqual(['unchanged', 'unchanged']);
		expect(table.posts.map(({ text }) => text)).toEqual(['Bread of row 1', 'Bread of row 2']);
	},
);
