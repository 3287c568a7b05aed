import { useFailedDelivery } from './failedDelivery';

const failed = useFailedDelivery();

it('Retry Failed follows a retry whose response was lost, while the delivery is under way', async () => {
	await failed.open(() => {
		failed.change({ status: 'publishing' });
		return undefined;
	});
	const lost = await failed.run('retryFailed');
	expect(lost.error?.description).toContain('may have succeeded');
	failed.afterRead = () => void failed.change({ status: 'published' });
	const { items, error } = await failed.run('retryFailed', {}, lost);
	expect(error).toBeUndefined();
	expect(items[0]?.json.publication).toMatchObject({ settled: true, published: ['3'] });
});
