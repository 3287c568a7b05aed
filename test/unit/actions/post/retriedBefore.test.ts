import { useNodeHarness } from '../../support/nodeHarness';
import { failed } from '../createRecords';

const harness = useNodeHarness();

it.each(['retryFailed', 'retryDelivery'])(
	'%s a second time with the key of a retry that failed is an error',
	async (operation) => {
		const { postId, destinationId } = await failed(harness);
		const target = operation === 'retryFailed' ? { postId } : { destinationId };
		const parameters = {
			...target,
			waitForOutcome: false,
			options: { idempotency: 'custom', idempotencyKey: 'r' },
		};
		expect((await harness.run('post', operation, parameters)).error).toBeUndefined();
		await harness.service.clock.advance(60_000);

		const { error } = await harness.run('post', operation, parameters);

		expect(error?.message).toMatch(/^Could not retry the delivery.*: this was already done with /);
		expect(error?.description).toContain('The delivery has failed again.');
	},
);
