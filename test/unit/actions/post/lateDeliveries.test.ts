import { dialects } from '../../../service';
import { useNodeHarness } from '../../support/nodeHarness';
import { bread } from '../createRecords';

const hasEnded = (destination: unknown) =>
	['published', 'failed'].includes(Object(destination).status);

/** A post that is being published shows a delivery only once it has ended. */
const withStatus = (status: string | undefined) => (post: Record<string, unknown>) =>
	post.status === 'publishing'
		? { ...post, status, destinations: [post.destinations].flat().filter(hasEnded) }
		: post;

describe.each(['publishing', undefined])('the wait for a new post whose status is %s', (status) => {
	const harness = useNodeHarness({
		dialect: { ...dialects.first, fullPost: withStatus(status) },
	});
	const publish = async (options = {}) =>
		await harness.run('post', 'create', {
			text: 'Fresh bread',
			accountIds: [bread(harness), harness.service.accountId('Cakes on Shortpost')],
			afterCreate: 'publish',
			options,
		});
	const setDelayMs = (delayMs: number) =>
		harness.service.setOutcome('Cakes on Shortpost', { status: 'failed', delayMs });

	it('includes a delivery that the post shows only once it has ended', async () => {
		setDelayMs(30_000);
		const { error } = await publish();
		expect(error?.message).toMatch(
			/^Published on Bread on Shortpost \(shortpost\), not on Cakes on Shortpost/,
		);
	});

	it('times out while such a delivery is missing, and the error names its account', async () => {
		setDelayMs(3_600_000);
		const { error } = await publish({ timeout: 30 });
		expect(error?.message).toMatch(/^Handed over, not yet confirmed.*Cakes on Shortpost/);
	});
});
