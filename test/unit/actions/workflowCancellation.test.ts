import { setTimeout as sleep } from 'node:timers/promises';

import { clock } from '../../../nodes/SocialPublishing/shared/clock';
import { useNodeHarness } from '../support/nodeHarness';
import { draft } from './createRecords';

const harness = useNodeHarness();

describe('cancelling the workflow', () => {
	async function expectPromptEnd(
		run: (cancelAfter: (abort: () => void) => void) => Promise<unknown>,
	) {
		let cancelledAtMs = 0;
		await run((abort) => {
			void sleep(300).then(() => {
				cancelledAtMs = performance.now();
				abort();
			});
		});
		expect(cancelledAtMs).toBeGreaterThan(0);
		expect(performance.now() - cancelledAtMs).toBeLessThan(1_000);
	}

	it('ends a request without a response', async () => {
		const { postId } = await draft(harness);
		harness.service.faults.add({
			operation: 'get_post',
			action: { kind: 'stall', when: 'before' },
		});

		await expectPromptEnd(
			async (cancelAfter) => await harness.run('post', 'get', { postId }, { cancelAfter }),
		);
	});

	it('ends the wait for an outcome and the pause before a retry', async () => {
		const { postId } = await draft(harness);
		jest.mocked(clock.wait).mockRestore();
		harness.service.setOutcome('Bread on Shortpost', { status: 'published', delayMs: 60_000 });
		await expectPromptEnd(
			async (cancelAfter) => await harness.run('post', 'publish', { postId }, { cancelAfter }),
		);

		const headers = { 'Retry-After': '50' };
		const action = { kind: 'status', when: 'before', status: 503, headers } as const;
		harness.service.faults.add({ operation: 'get_post', action });
		await expectPromptEnd(
			async (cancelAfter) => await harness.run('post', 'get', { postId }, { cancelAfter }),
		);
	});
});
