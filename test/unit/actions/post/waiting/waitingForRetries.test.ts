import type { IDataObject } from 'n8n-workflow';

import { clock } from '../../../../../nodes/SocialPublishing/shared/clock';
import { byId } from '../../../support/nodeHarness';
import { useScriptedService } from '../../../support/scriptedService';

/** Two posts, whose list omits the attempts at their deliveries. */

const service = useScriptedService();
const POSTS = '/workspaces/1/posts';

let settledMs: number;

const listed = (id: number): IDataObject => {
	const isOut = clock.now() >= settledMs;
	const outcome = isOut
		? { status: 'published', url: 'https://example.com' }
		: { status: 'failed', error: 'Refused' };
	const destination = { id: id + 10, account_id: 3, media_ids: [], ...outcome };
	return { id, text: 'Bread', thread_publications: [], destinations: [destination] };
};

const whole = (id: number): IDataObject => ({
	...listed(id),
	delivery_history: [{ destination_id: id + 10, attempt: 1, status: 'failed' }],
});

async function retry(afterMs: number) {
	await service.open({
		[`GET ${POSTS}`]: () => ({ data: { items: [7, 8].map(listed), next_cursor: null } }),
		[`GET ${POSTS}/7`]: () => ({ data: whole(7) }),
		[`GET ${POSTS}/8`]: () => ({ data: whole(8) }),
		'POST /workspaces/1/destinations/17/retry': () => ({ status: 202 }),
		'POST /workspaces/1/destinations/18/retry': () => ({ status: 202 }),
	});
	settledMs = clock.now() + afterMs;
	return await service.run(
		'post:retryFailed',
		{ postId: byId('={{ $json.id }}'), options: { timeout: 120 } },
		{ input: [{ json: { id: '7' } }, { json: { id: '8' } }] },
	);
}

it('retries are under way while the list still shows the earlier failure', async () => {
	const { error } = await retry(Infinity);
	expect(error?.message).toBe(
		'Handed over, not yet confirmed: do not post it again. Still open: items 1 and 2',
	);
});

it('retries end when the list shows that they are published', async () => {
	const { error, items } = await retry(60_000);
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json.publication)).toMatchObject([
		{ status: 'published' },
		{ status: 'published' },
	]);
});
