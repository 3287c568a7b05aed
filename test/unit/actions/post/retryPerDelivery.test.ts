import { byId } from '../../support/nodeHarness';
import { useScriptedService } from '../../support/scriptedService';

describe('a refused retry', () => {
	const service = useScriptedService();
	const retryOf = (id: number) => `POST /workspaces/1/destinations/${id}/retry`;
	const postId = byId('7');

	it('does not prevent the others from being sent, each once', async () => {
		let isRefused = true;
		let isRetried = false;
		await service.open({
			'GET /workspaces/1/posts/7': ({ nth }) => ({
				data: {
					id: 7,
					destinations: [
						{ id: 8, account_id: 3, status: isRetried ? 'published' : 'failed' },
						{ id: 9, account_id: 4, status: nth > 1 ? 'published' : 'failed' },
					],
				},
			}),
			[retryOf(8)]: () => {
				if (isRefused) return { status: 403, error: { code: 'no_access' } };
				isRetried = true;
				return { status: 202 };
			},
			[retryOf(9)]: () => ({ status: 202 }),
		});
		const first = await service.run('post:retryFailed', { postId });
		expect(first.error?.httpCode).toBe('403');
		expect(first.error?.description).toMatch(/The service has accepted the retry for 4\.$/);
		isRefused = false;
		const second = await service.run('post:retryFailed', { postId }, { retryOf: first });
		expect(second.error).toBeUndefined();
		expect(second.items[0]?.json.publication).toMatchObject({ published: ['3', '4'] });
		expect(service.sent(retryOf(9))).toHaveLength(1);
	});
});

describe('Retry Failed', () => {
	const service = useScriptedService();

	it('retries and follows a delivery whose ID is in destination_id', async () => {
		let isRetried = false;
		await service.open({
			'GET /workspaces/1/posts/7': () => ({
				data: {
					id: 7,
					destinations: [
						{ destination_id: 8, account_id: 3, status: isRetried ? 'published' : 'failed' },
						{ destination_id: 9, account_id: 4, status: 'needs_review' },
					],
				},
			}),
			'POST /workspaces/1/destinations/8/retry': () => {
				isRetried = true;
				return { status: 202 };
			},
		});
		const { items, error } = await service.run('post:retryFailed', { postId: byId('7') });
		expect(error).toBeUndefined();
		// Only the retried delivery counts.
		expect(items[0]?.json.publication).toMatchObject({ published: ['3'], failed: [] });
		expect(service.sent('POST /workspaces/1/destinations/8/retry')).toHaveLength(1);
	});

	it('fails if the service returns no ID for a failed delivery', async () => {
		await service.open({
			'GET /workspaces/1/posts/7': () => ({
				data: { id: 7, destinations: [{ account_id: 3, status: 'failed' }] },
			}),
		});
		const { error } = await service.run('post:retryFailed', { postId: byId('7') });
		expect(error?.message).toMatch(/did not return the IDs/);
	});
});
