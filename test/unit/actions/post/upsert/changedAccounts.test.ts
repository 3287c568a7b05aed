import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { ProcessedItems } from '../../../../engine';
import { jpeg } from '../../../support/files';
import { itemWithFile } from '../../../support/nodeHarness';
import { usePictureHost } from '../../../support/pictureHost';
import { breadRow, useTableHarness } from './table';

// Accounts that are renamed, or connected anew with another ID, after posts have gone out.

const table = useTableHarness();
const host = usePictureHost();

const NAME = 'Bread on Shortpost';
const HOUR_MS = 3_600_000;
const byName: INodeParameters = { accountIds: '={{ $json.accounts }}', simplify: true };

const row = (more: IDataObject = {}) => breadRow({ accounts: NAME, status: 'published', ...more });

const account = (named = NAME) => {
	const found = [...table.service.state.accounts.values()].find(({ name }) => name === named);
	if (found === undefined) throw new Error('There is no such account');
	return found;
};

/** The next run reads the accounts again. */
async function anHourLater(): Promise<void> {
	await table.service.clock.advance(HOUR_MS);
	table.requests();
}

async function renameAccount(): Promise<void> {
	account().name = 'Rolls on Shortpost';
	await anHourLater();
}

/** The old ID is gone. */
async function reconnectAccount(name = NAME): Promise<void> {
	const old = account(name);
	const { accounts } = table.service.state;
	accounts.delete(old.id);
	accounts.set('acc_new', { ...old, id: 'acc_new' });
	await anHourLater();
}

/** Publishes the post of a row, and runs the row once more when the post is out. */
async function published(first: IDataObject, more: INodeParameters = byName): Promise<IDataObject> {
	await table.one(first, more);
	await anHourLater();
	const seen = await table.one(first, more);
	expect(seen).toMatchObject({ action: 'unchanged', status: 'published' });
	return seen;
}

const changes: Array<[string, () => Promise<void>]> = [
	['renamed', renameAccount],
	['connected anew', async () => await reconnectAccount()],
];

describe.each(changes)('after an account was %s', (_, change) => {
	it.each(['published', 'scheduled'])(
		'a %s row whose post is out is unchanged, with the fields of its post',
		async (status) => {
			const first = row({ status, at: table.hoursAhead(0.5) });
			const seen = await published(first);
			await change();

			for (const id of ['', seen.id ?? '']) {
				const output = await table.one({ ...first, id }, byName);
				expect(output).toMatchObject({
					...{ id: seen.id, key: 'row 1', action: 'unchanged', changed: [] },
					...{ status: 'published', published_urls: seen.published_urls, text: 'Fresh bread' },
				});
			}
			expect(table.commands()).toEqual([]);
		},
	);

	it('a row that has changed is not', async () => {
		const { id } = await published(row());
		await change();
		for (const more of [{ text: 'Stale bread' }, { status: 'draft' }]) {
			const { items, error } = await table.upsert([row({ ...more, id })], byName);
			const outcome = error?.message ?? items[0]?.json.action;
			expect(outcome).toMatch(/^There is no account "Bread on Shortpost"|^locked$/);
		}
		expect(table.commands()).toEqual([]);
	});

	it('the pictures of a row that is unchanged are not downloaded again', async () => {
		const body = await jpeg();
		const { origin, requests } = await host.open(() => ({ body }));
		const withPicture = { ...byName, mediaSource: 'address', mediaUrls: `${origin}/a.jpg` };
		await published(row(), withPicture);
		await change();
		expect(await table.one(row(), withPicture)).toMatchObject({ action: 'unchanged' });
		expect(requests).toHaveLength(1);

		const other = { ...withPicture, mediaUrls: `${origin}/b.jpg` };
		const { items, error } = await table.upsert([row()], other);
		expect(error?.message ?? items[0]?.json.action).toMatch(/^There is no account|^locked$/);
	});

	it('input files count by their content', async () => {
		const item = async (width: number): Promise<INodeExecutionData> => ({
			...(await itemWithFile(await jpeg(width, 60), 'a.jpg', 'image/jpeg')),
			json: row(),
		});
		const more = { ...byName, mediaSource: 'input' };
		await table.upsert([await item(80)], more);
		await anHourLater();
		await table.upsert([await item(80)], more);
		await change();
		const { items } = await table.upsert([await item(80)], more);
		expect(items[0]?.json).toMatchObject({ action: 'unchanged' });
		const changed = await table.upsert([await item(90)], more);
		expect(changed.items[0]?.json.action ?? changed.error?.message).not.toBe('unchanged');
	});
});

it("a row whose post has gone out takes no more names in n8n's store than before", async () => {
	const body = await jpeg();
	const { origin } = await host.open(() => ({ body }));
	const withPicture = { ...byName, mediaSource: 'address', mediaUrls: `${origin}/a.jpg` };
	const countNames = () => [...ProcessedItems.current.records.values()].flat().length;
	const first = row({ status: 'scheduled', at: table.hoursAhead(0.5) });
	await table.one(first, withPicture);
	const names = countNames();
	await anHourLater();
	await table.one(first, withPicture);
	expect(countNames()).toBe(names);
	// With 182,000 names, n8n keeps 6,066 rows with a text and a picture.
	expect(names).toBe(30);
});

it('a row whose post is not out still needs its accounts', async () => {
	const { id } = await table.one(row({ status: 'draft' }), byName);
	await renameAccount();
	for (const status of ['draft', 'published']) {
		expect(await table.refused(row({ id, status }), byName)).toMatch(/There is no account/);
	}
	expect(table.commands()).toEqual([]);
});

it('a row whose post was never seen out needs its accounts until it was', async () => {
	await table.one(row(), byName);
	await renameAccount();
	expect(await table.refused(row(), byName)).toMatch(/There is no account/);
	// Somebody corrects the name in the row.
	const corrected = row({ accounts: 'Rolls on Shortpost' });
	expect(await table.one(corrected, byName)).toMatchObject({ action: 'unchanged' });
	await reconnectAccount('Rolls on Shortpost');
	expect(await table.one(corrected, byName)).toMatchObject({ action: 'unchanged' });
});

it('a row that wants another post than the one that it was seen to match is not unchanged', async () => {
	await published(row());
	const other = await table.one(breadRow({ key: 'row 2', text: 'Rolls', status: 'published' }));
	await renameAccount();
	expect(await table.refused(row({ id: other.id }), byName)).toMatch(/There is no account/);
});
