import fc from 'fast-check';

import { event, TriggerHarness } from '../unit/support/triggerHarness';
import { forgeries, sign } from './forged/forgeries';
import { textsWith } from './secrets';
import { PROPERTY_TIMEOUT_MS, settings } from './settings';

const harness = new TriggerHarness();

beforeAll(async () => await harness.open());
afterAll(async () => await harness.close());

/** A forged request never starts the workflow, is refused and reveals nothing. Genuine ones in between do start it. */
it(
	'no forged event starts the workflow',
	async () => {
		const host = await harness.activated();
		const { secret } = harness;
		const genuine = () => ({
			secret,
			nowSeconds: Math.floor(harness.service.clock.now() / 1_000),
			body: JSON.stringify(event()),
		});
		let count = 0;
		let startedByGenuine = 0;
		await fc.assert(
			fc.asyncProperty(forgeries, async (forge) => {
				const { body, header } = forge(genuine());
				const answer = await harness.send(host, body, { header });
				// n8n itself refuses a body that is not JSON, with status 422, before the node sees it.
				expect([401, 422]).toContain(answer.status);
				expect(answer.workflowData).toBeUndefined();
				expect(textsWith(secret, [answer.body, harness.log.splice(0)])).toEqual([]);
				if (++count % 50 !== 0) return;
				const real = genuine();
				const accepted = await harness.send(host, real.body, { header: sign(real) });
				expect(accepted.status).toBe(200);
				expect(host.started).toHaveLength(++startedByGenuine);
			}),
			settings(10_000),
		);
		expect(host.started).toHaveLength(startedByGenuine);
	},
	PROPERTY_TIMEOUT_MS,
);
