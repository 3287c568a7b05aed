import type { INodeParameters } from 'n8n-workflow';

import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { listSearch } from '../../engine';
import { byId, useNodeHarness } from '../support/nodeHarness';
import { bread, draft, failedDelivery } from './createRecords';

const PAGE = 100;

/** Newest first, so each new record moves all others back by one, also from one page to the next. */
const harness = useNodeHarness({ dialect: { cursors: 'offset' } });

async function makePosts(count: number): Promise<string[]> {
	const input = Array.from({ length: count }, (_, index) => ({ json: { text: `Bread ${index}` } }));
	const parameters = { text: '={{ $json.text }}', accountIds: [bread(harness)] };
	const { items } = await harness.run('post', 'create', parameters, { input });
	return items.map(({ json }) => String(json.id)).reverse();
}

/** Does something before the second page of a list is read. */
function beforeSecondPage(operation: string, until: () => Promise<unknown>): void {
	harness.service.faults.add({
		operation,
		nth: 2,
		action: { kind: 'hold', when: 'before', until },
	});
}

async function idsOf(resource: string, operation: string, parameters: INodeParameters) {
	const { items, error } = await harness.run(resource, operation, parameters);
	expect(error).toBeUndefined();
	return items.map(({ json }) => json.id);
}

describe('while new records move a list back', () => {
	it('Get Many returns each post once', async () => {
		const ids = await makePosts(PAGE + 10);
		beforeSecondPage('list_posts', async () => await draft(harness));
		expect(await idsOf('post', 'getAll', { returnAll: true })).toEqual(ids);
	});

	it('a limit counts each post once', async () => {
		const ids = await makePosts(PAGE + 10);
		beforeSecondPage('list_posts', async () => await draft(harness));
		const limited = await idsOf('post', 'getAll', { limit: PAGE + 5 });
		expect(limited).toEqual(ids.slice(0, PAGE + 5));
	});

	it('a filter counts each post once', async () => {
		const ids = await makePosts(PAGE + 10);
		beforeSecondPage('list_posts', async () => await draft(harness));
		const parameters = { limit: PAGE + 5, filters: { status: ['draft'] } };
		expect(await idsOf('post', 'getAll', parameters)).toEqual(ids.slice(0, PAGE + 5));
	});

	it('Publish gets each post of Get Many once, so it publishes all of them', async () => {
		await makePosts(PAGE + 3);
		beforeSecondPage('list_posts', async () => await draft(harness));
		const { items: input } = await harness.run('post', 'getAll', { returnAll: true });
		const parameters = { postId: byId('={{ $json.id }}'), waitForOutcome: false };
		const { items, error } = await harness.run('post', 'publish', parameters, { input });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(PAGE + 3);
	});

	it('the deliveries of a webhook are returned once, so none is replayed twice', async () => {
		const { webhookId } = await failedDelivery(harness);
		for (let nth = 0; nth < PAGE + 9; nth++) {
			harness.service.emit(harness.workspaceId, 'media.ready', { nth });
		}
		await harness.service.clock.advance(10);
		beforeSecondPage('list_webhook_deliveries', async () => {
			harness.service.emit(harness.workspaceId, 'media.ready', {});
			await harness.service.clock.advance(10);
		});
		const { items } = await harness.run('webhook', 'getDeliveries', { webhookId, returnAll: true });
		const ids = items.map(({ json }) => json.delivery_id);
		expect(new Set(ids).size).toBe(ids.length);
		expect(ids).toHaveLength(PAGE + 10);
	});

	it('a picker offers each post once, even if its name has changed in the meantime', async () => {
		const ids = await makePosts(PAGE + 10);
		beforeSecondPage('list_posts', async () => {
			await draft(harness);
			const post = harness.service.state.posts.get(ids[PAGE - 1] ?? '');
			if (post) post.text = 'Bread rolls';
		});
		const { credentials, workspaceId } = harness;
		const { results } = await listSearch({
			...{ nodeType: new SocialPublishing(), method: 'searchPosts', credentials },
			parameters: { resource: 'post', operation: 'get', workspaceId: byId(workspaceId) },
			filter: 'bread',
		});
		expect(results.map(({ value }) => value)).toEqual(ids);
	});
});
