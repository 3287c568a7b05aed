import { answered, refused, useNodeHarness } from '../../support/nodeHarness';
import { failed } from '../createRecords';
import { FOR_PEOPLE } from './advice';
import { services } from './services';

/** As many responses are lost as the node waits for. */
const LOST = { kind: 'drop', when: 'after' } as const;

describe.each(services)('without a workflow, with %s', (_dialect, options) => {
	const harness = useNodeHarness(options);
	const keysOf = (operation: string) =>
		harness.journal(operation).map(({ headers }) => headers['idempotency-key']);

	it('a retry whose response was lost is sent once, and again if the delivery has failed again', async () => {
		const { destinationId, id } = await failed(harness);
		const retry = async () =>
			await harness.call('post', 'retryDelivery', { destinationId, waitForOutcome: true });
		harness.service.faults.add({ operation: 'retry_delivery', times: 5, action: LOST });
		expect(refused(await retry())).not.toMatch(FOR_PEOPLE);
		harness.service.faults.clear();
		const sent = keysOf('retry_delivery').length;

		const again = refused(await retry());
		expect(keysOf('retry_delivery')).toHaveLength(sent);
		expect(again).toContain('Not published on Always fails');
		expect(again).toContain('Always fails');
		expect(again).toContain(`Post ID: ${id}.`);
		expect(again).not.toMatch(FOR_PEOPLE);

		harness.service.setOutcome('Always fails', { status: 'published' });
		const [answer] = answered(await retry());
		expect(answer?.publication).toMatchObject({ status: 'published' });
	});

	it('a failed delivery is retried once for each failure', async () => {
		const { postId, id } = await failed(harness);
		const retry = async () =>
			await harness.call('post', 'retryFailed', { postId, waitForOutcome: true });
		const message = refused(await retry());
		expect(message).toContain('Always fails');
		expect(message).toContain(`Post ID: ${id}.`);
		harness.service.setOutcome('Always fails', { status: 'published' });
		const [answer] = answered(await retry());
		expect(answer?.publication).toMatchObject({ status: 'published' });
		expect(new Set(keysOf('retry_delivery')).size).toBe(2);
	});
});
