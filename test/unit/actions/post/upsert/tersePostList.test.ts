import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { dialects } from '../../../../service';
import { jpeg } from '../../../support/files';
import { itemWithFile } from '../../../support/nodeHarness';
import { ofDestinations, without } from '../../../support/postDialects';
import { breadRow as row, useTableHarness } from './table';

const table = useTableHarness();

it('fields that a list omits are read from the post', async () => {
	const listedPost = ({ id }: Record<string, unknown>) => ({ id });
	await table.reopen({ ...dialects.first, listedPost });
	await table.settles(row());
});

describe('a list that omits media and options', () => {
	type Listed = Record<string, unknown>;
	const withoutBoth = (post: Listed): Listed => {
		const destinations: Listed[] = Array.isArray(post.destinations) ? post.destinations : [];
		const pick = ({ account_id, text, status }: Listed) => ({ account_id, text, status });
		return { ...post, destinations: destinations.map(pick) };
	};
	const withOptions = (options: IDataObject): INodeParameters => ({
		destinationInput: 'json',
		destinationsJson: JSON.stringify([
			{ account_id: table.service.accountId('Bread on Shortpost'), options },
		]),
	});

	beforeEach(async () => await table.reopen({ ...dialects.first, listedPost: withoutBoth }));

	it('does not hide that an option of the row was removed', async () => {
		await table.settles(row(), withOptions({ audience: 'all' }));
		expect(await table.one(row(), withOptions({}))).toMatchObject({
			...{ action: 'updated', changed: ['destinations'] },
			destinations: [{ options: {} }],
		});
		await table.settles(row(), withOptions({}));
	});

	it('does not hide that the picture of the row was removed', async () => {
		const withPicture = {
			...(await itemWithFile(await jpeg(), 'a.jpg', 'image/jpeg')),
			json: row(),
		};
		await table.upsert([withPicture], { mediaSource: 'input' });
		expect(await table.one(row())).toMatchObject({
			...{ action: 'updated', changed: ['media'] },
			destinations: [{ media_ids: [] }],
		});
		await table.settles(row());
	});
});

it('a list that omits the status of posts and deliveries does not hide that a draft was published by hand', async () => {
	const ofDelivery = ofDestinations((destination) => without(destination, 'status'));
	const listedPost = (post: Record<string, unknown>) => without(ofDelivery(post), 'status');
	await table.reopen({ ...dialects.first, listedPost });
	const { id } = await table.made();
	expect(await table.one(row())).toMatchObject({ action: 'unchanged', status: 'draft' });
	expect(await table.byHand.publish(String(id))).toBe(true);
	expect(await table.one(row())).toMatchObject({ action: 'locked', id });
});

it('queued deliveries in a list that omits the status do not show that a scheduled post has gone out', async () => {
	const listedPost = (post: Record<string, unknown>) => ({ ...post, status: undefined });
	const shownDelivery = (status: string) => (status === 'scheduled' ? 'queued' : status);
	await table.reopen({ ...dialects.first, listedPost, shownDelivery });
	await table.made({ status: 'scheduled', at: table.hoursAhead(5) });
	const moved = row({ status: 'scheduled', at: table.hoursAhead(9) });
	expect(await table.one(moved)).toMatchObject({ action: 'rescheduled' });
	await table.settles(moved);
	expect(table.posts).toMatchObject([{ status: 'scheduled', at: moved.at }]);
});
