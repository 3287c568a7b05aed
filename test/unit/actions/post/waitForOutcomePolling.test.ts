import type { INodeParameters } from 'n8n-workflow';

import { byId, useNodeHarness } from '../../support/nodeHarness';
import { publishOn, services } from './publishOn';

describe.each(services)('waiting for an outcome, with %s', (_dialect, options) => {
	const harness = useNodeHarness(options);
	const publish = async (accounts: string[], parameters: INodeParameters = {}) =>
		await publishOn(harness, accounts, parameters);

	it('polls less and less often', async () => {
		const { pauses } = harness;
		await publish(['Slow']);
		expect(pauses[0]).toBe(1_000);
		expect([...pauses].sort((a, b) => a - b)).toEqual(pauses);
		expect(Math.max(...pauses)).toBeLessThanOrEqual(10_000);
		expect(pauses.length).toBeLessThan(12);
	});

	it('keeps polling while the service is unavailable, since the post is submitted', async () => {
		harness.service.faults.add({
			operation: 'get_post',
			// If creating returns no ETag, the first read fetches it.
			nth: options.dialect?.commandEtag === 'none' ? 2 : 1,
			times: 7,
			action: { kind: 'status', when: 'before', status: 503 },
		});
		const { items, error } = await publish(['Bread on Shortpost']);
		expect(error).toBeUndefined();
		expect(items[0]?.json.publication).toMatchObject({ settled: true, status: 'published' });
	});

	it('states in the error why the outcome could not be read', async () => {
		const { items } = await publish(['Slow'], { timeout: 1, failOn: 'never' });
		const action = { kind: 'status', when: 'before', status: 503 } as const;
		harness.service.faults.add({ operation: 'get_post', nth: 2, times: 99, action });
		const postId = byId(String(items[0]?.json.id));
		const options = { timeout: 5 };
		const { error } = await harness.run('post', 'waitForOutcome', { postId, options });
		expect(error?.description).toMatch(/Could not read .+ \(status 503\)\. Post ID: /);
	});
});
