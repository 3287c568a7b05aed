import { useScriptedService } from '../../support/scriptedService';

const service = useScriptedService();

const RETRY = 'POST /workspaces/1/destinations/9/retry';

describe('an accepted retry whose post cannot be looked up', () => {
	beforeEach(async () => {
		await service.open({
			[RETRY]: () => ({ status: 202, data: { account_id: 3 } }),
			'GET /workspaces/1/posts': () => ({ status: 403, error: { code: 'no_access' } }),
		});
	});

	it('is an error that warns against sending it again', async () => {
		const first = await service.run('post:retryDelivery', { destinationId: '9' });
		expect(first.error?.message).toBe(
			'Handed over, not yet confirmed: do not post it again. Still open: 3',
		);
		expect(first.error?.description).toMatch(/^The service has accepted the retry, but/);
		expect(first.error?.description).not.toMatch(/Nothing was/);
		await service.run('post:retryDelivery', { destinationId: '9' }, { retryOf: first });
		expect(service.sent(RETRY)).toHaveLength(1);
	});

	it('is returned with a hint if failures are accepted', async () => {
		const parameters = { destinationId: '9', options: { failOn: 'never' } };
		const { items, error, hints } = await service.run('post:retryDelivery', parameters);
		expect(error).toBeUndefined();
		expect(items[0]?.json).toEqual({ account_id: 3 });
		expect(hints[0]?.message).toMatch(/has accepted the retry, but .+ outcome is not known\.$/);
	});
});
