import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { ProcessedItems } from '../../../../engine';
import { dialects, type Dialect } from '../../../../service';
import { jpeg } from '../../../support/files';
import { itemWithFile } from '../../../support/nodeHarness';
import { ofDestinations, postDialects } from '../../../support/postDialects';
import { breadRow, useTableHarness } from './table';

// Lists that state neither the texts, the options nor the media of destinations.

const table = useTableHarness();
const { bareDestinations } = postDialects;

const leavesOutEmpty: Dialect = bareDestinations;
const statesEmpty: Dialect = { ...bareDestinations, fullPost: dialects.first.fullPost };

/** A row whose post has nothing that the list leaves out. */
const plain = (number: number): IDataObject => breadRow({ key: `plain ${number}` });

/** Runs a row between two plain ones, and returns its action. */
async function actionOf(
	row: IDataObject | INodeExecutionData,
	more: INodeParameters,
): Promise<unknown> {
	const { items, error } = await table.upsert([plain(1), row, plain(2)], more);
	expect(error).toBeUndefined();
	const [before, action, after] = items.map(({ json }) => json.action);
	expect(before).toBe(after);
	return action;
}

/** The content of the row's post for its first account. */
function content() {
	const [, post] = table.service.state.posts.values();
	const [destination] = post?.destinations ?? [];
	if (destination === undefined) throw new Error('The row has no post');
	return destination.content;
}

/** The destination of each row has what the row states in `own`. */
function perRow(): INodeParameters {
	const id = table.service.accountId('Bread on Shortpost');
	return {
		destinationInput: 'json',
		destinationsJson: `={{ JSON.stringify([{ account_id: '${id}', ...$json.own }]) }}`,
	};
}

describe.each([
	['leave out empty fields', leavesOutEmpty],
	['state empty fields', statesEmpty],
])('if posts themselves %s', (_, dialect) => {
	beforeEach(async () => await table.reopen(dialect));

	it.each<[string, IDataObject]>([
		['a text of its own', { text: 'Short' }],
		['a reply', { options: { thread: ['More'] } }],
		['an option', { options: { audience: 'all' } }],
	])('%s that the row no longer has is removed from the post', async (_what, own) => {
		const parameters = perRow();
		expect(await actionOf(breadRow({ own }), parameters)).toBe('created');
		expect(await actionOf(breadRow({ own }), parameters)).toBe('unchanged');
		expect(content()).toMatchObject(own);

		expect(await actionOf(breadRow(), parameters)).toBe('updated');
		expect(content()).toEqual({ account_id: expect.any(String), options: {} });
		for (const reads of [1, 0]) {
			table.requests();
			expect(await actionOf(breadRow(), parameters)).toBe('unchanged');
			expect(table.requests().filter((name) => name === 'get_post')).toHaveLength(reads);
		}
	});

	it('a reply that was added by a run that was killed is removed from the post', async () => {
		const parameters = perRow();
		await actionOf(breadRow(), parameters);
		const own = { options: { thread: ['More'] } };
		const isSent = () => table.journal('edit_post').length > 0;
		await table.killWhen(isSent, [plain(1), breadRow({ own }), plain(2)], parameters);
		expect(content()).toMatchObject(own);

		expect(await actionOf(breadRow(), parameters)).toBe('updated');
		expect(content().options).toEqual({});
	});

	it('a picture that the row no longer has is removed from the post', async () => {
		const picture = await itemWithFile(await jpeg(), 'a.jpg', 'image/jpeg');
		const parameters = { mediaSource: 'input', options: { missingMedia: 'skip' } };
		await actionOf({ ...picture, json: breadRow() }, parameters);
		expect(content().media_ids).toHaveLength(1);

		expect(await actionOf(breadRow(), parameters)).toBe('updated');
		expect(content().media_ids ?? []).toEqual([]);
	});

	it('a tagged text that somebody has edited is corrected', async () => {
		const row = breadRow({ text: 'https://example.com/' });
		const accounts = ['Bread on Shortpost', 'Cakes on Pagebook'];
		const tagged = {
			accountIds: accounts.map((name) => table.service.accountId(name)),
			options: { linkTags: { campaign: 'spring' } },
		};
		await actionOf(row, tagged);
		expect(await actionOf(row, tagged)).toBe('unchanged');

		content().text = 'https://example.com/other';
		expect(await actionOf(row, tagged)).toBe('updated');
	});
});

it('a text that the row no longer has is removed from the post if the list leaves out all texts', async () => {
	await table.reopen(postDialects.noTexts);
	const picture = await itemWithFile(await jpeg(), 'a.jpg', 'image/jpeg');
	const parameters = { mediaSource: 'input', options: { missingMedia: 'skip' } };
	await actionOf({ ...picture, json: breadRow() }, parameters);
	const withoutText = { ...picture, json: breadRow({ text: '' }) };
	expect(await actionOf(withoutText, parameters)).toBe('updated');
	expect(await actionOf(withoutText, parameters)).toBe('unchanged');
});

describe('the requests of unchanged rows', () => {
	const rows = Array.from({ length: 40 }, (_, number) => plain(number));

	async function requests(): Promise<string[]> {
		table.requests();
		const { items } = await table.upsert(rows);
		expect(new Set(items.map(({ json }) => json.action))).toEqual(new Set(['unchanged']));
		return table.requests();
	}

	it.each<[string, Dialect]>([
		['posts themselves leave out empty fields', leavesOutEmpty],
		['posts themselves state empty fields', statesEmpty],
		['no response states media', withoutMedia()],
	])('are one if their posts were sent without what the list omits, and %s', async (_, dialect) => {
		await table.reopen(dialect);
		await table.upsert(rows);
		expect(await requests()).toEqual(['list_posts']);
		expect(await requests()).toEqual(['list_posts']);
	});

	it('include each post once if an earlier version of the node has sent it', async () => {
		await table.reopen(leavesOutEmpty);
		await table.upsert(rows);
		const { records } = ProcessedItems.current;
		for (const [node, names] of records) {
			records.set(
				node,
				names.filter((name) => !String(name).includes(':has:')),
			);
		}
		expect(await requests()).toEqual(['list_posts', ...rows.map(() => 'get_post')]);
		expect(await requests()).toEqual(['list_posts']);
	});
});

function withoutMedia(): Dialect {
	const change = ofDestinations((destination) => ({ ...destination, media_ids: undefined }));
	return { ...dialects.first, listedPost: change, fullPost: change };
}
