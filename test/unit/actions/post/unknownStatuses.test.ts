import type { IDataObject } from 'n8n-workflow';

import { byId } from '../../support/nodeHarness';
import { useScriptedService } from '../../support/scriptedService';

const service = useScriptedService();

const GET_POST = 'GET /workspaces/1/posts/7';
const postId = byId('7');

describe('a delivery whose status is no known word', () => {
	const retry = 'POST /workspaces/1/destinations/d/retry';
	const unclear = { id: 'd', account_id: 3, status: 'Error' };
	const retryFailed = async (destinations: IDataObject[], status?: string) => {
		const post = { id: 7, status, destinations };
		await service.open({
			[GET_POST]: () => ({ data: post }),
			[retry]: () => ({ status: 202, data: { post_id: 7 } }),
			'POST /workspaces/1/destinations/f/retry': () => {
				destinations[1] = { ...destinations[1], status: 'published' };
				return { status: 202, data: { post_id: 7 } };
			},
		});
		const run = await service.run('post:retryFailed', { postId, simplify: true });
		expect(service.sent(retry)).toEqual([]);
		return run;
	};

	it.each([undefined, 'partial', 'stopped'])(
		'may have failed, so Retry Failed is an error that names the word, with a post that is %s',
		async (status) => {
			const { error } = await retryFailed([unclear], status);
			expect(error?.message).toBe(
				'Could not retry the failed deliveries: it is not known whether the post was published on 3',
			);
			expect(error?.description).toContain(
				'The service states "error". If a delivery has failed, use Post → Retry Delivery.',
			);
		},
	);

	it('may have failed if it states none, and the post failed', async () => {
		const { error } = await retryFailed([{ ...unclear, status: undefined }], 'failed');
		expect(error?.description).toContain('The service states no status.');
	});

	it('is named in the message after the retry of another', async () => {
		const failed = { id: 'f', account_id: 4, status: 'failed' };
		const { items, error } = await retryFailed([unclear, failed]);
		expect(error).toBeUndefined();
		expect(items[0]?.json.message).toMatch(
			/^Published: 4\. It is not known whether the post was published on 3\. The service states "error"\./,
		);
	});

	it.each(['draft', 'published'])('has not failed if the post is %s', async (status) => {
		const { error } = await retryFailed([unclear], status);
		expect(error).toBeUndefined();
	});
});
