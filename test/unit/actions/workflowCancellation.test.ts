import { clock } from '../../../nodes/SocialPublishing/shared/clock';
import { useNodeHarness } from '../support/nodeHarness';
import { until } from '../support/until';
import { draft } from './createRecords';

const { wait } = clock;
const harness = useNodeHarness();

describe('cancelling the workflow', () => {
	it('ends a request without a response', async () => {
		const { postId } = await draft(harness);
		harness.service.faults.add({
			operation: 'get_post',
			times: Infinity,
			action: { kind: 'stall', when: 'before' },
		});
		const isSilent = () => harness.journal('get_post').some((entry) => entry.isSilent);
		const { error } = await harness.run(
			'post',
			'get',
			{ postId },
			{ cancelAfter: (abort) => void until(isSilent).then(abort) },
		);
		expect(error?.message).toBe('The workflow was cancelled');
		expect(harness.journal('get_post')).toHaveLength(1);
	});

	it.each([
		['the wait for an outcome', 'publish'],
		['the pause before a retry', 'get'],
	])('ends %s', async (_what, operation) => {
		const { postId } = await draft(harness);
		harness.service.setOutcome('Bread on Shortpost', { status: 'published', delayMs: 60_000 });
		const headers = { 'Retry-After': '50' };
		const action = { kind: 'status', when: 'before', status: 503, headers } as const;
		if (operation === 'get') harness.service.faults.add({ operation: 'get_post', action });
		let reads = 0;
		let pauses = 0;
		jest.mocked(clock.wait).mockImplementation(async (durationMs, signal) => {
			pauses++;
			reads = harness.journal('get_post').length;
			await wait(durationMs, signal);
		});

		const { error } = await harness.run(
			'post',
			operation,
			{ postId },
			{ cancelAfter: (abort) => void until(() => pauses > 0).then(abort) },
		);

		expect(error?.message).toBe('The workflow was cancelled');
		expect([pauses, harness.journal('get_post').length]).toEqual([1, reads]);
	});
});
