import { useNodeHarness } from '../../support/nodeHarness';
import { OtherProcess } from '../../support/otherProcess';

const harness = useNodeHarness();

const PARAMETERS = { url: 'https://example.com/hooks/social', events: ['post.published'] };

const webhookIds = () => [...harness.service.state.webhooks.keys()];

/** The service creates a webhook, but nobody learns of it: the response and the list of webhooks after it fail. */
function cutOff(): void {
	harness.service.faults.add({
		operation: 'create_webhook',
		action: { kind: 'drop', when: 'after' },
	});
	refuseList(2, 1);
}

/** Refuses to list the webhooks. */
function refuseList(nth: number, times: number): void {
	harness.service.faults.add({
		operation: 'list_webhooks',
		nth,
		times,
		action: { kind: 'status', when: 'before', status: 403 },
	});
}

async function create(options: Parameters<typeof harness.run>[3] = {}) {
	return await harness.run('webhook', 'create', PARAMETERS, options);
}

describe('a retried creation of a webhook whose first attempt was cut off', () => {
	it('sends nothing while the webhooks cannot be listed, and says why', async () => {
		cutOff();
		const failed = await create();
		expect(failed.error?.description).toContain(
			'The attempt to create the webhook may have succeeded.',
		);
		harness.requests();

		refuseList(1, 1);
		const retried = await create({ retryOf: failed });
		expect(harness.requests()).toEqual(['list_webhooks']);
		expect(webhookIds()).toHaveLength(1);
		expect(retried.error?.message).toContain(
			'Could not create the webhook: an earlier attempt may have left one, and the node could not delete it',
		);
		expect(retried.error?.description).toContain('Nothing was sent now.');
	});

	it('leaves one webhook, whose secret it returns, once they can be listed', async () => {
		cutOff();
		const failed = await create();
		refuseList(1, 1);
		const again = await create({ retryOf: failed });
		const { items, error } = await create({ retryOf: again });
		expect(error).toBeUndefined();
		expect(webhookIds()).toEqual([items[0]?.json.id]);
		expect(items[0]?.json.signing_secret).toEqual(expect.any(String));
	});

	it('also knows the webhooks from before its first attempt in another process', async () => {
		const [older] = (await create()).items;
		cutOff();
		const failed = await create();
		expect(webhookIds()).toHaveLength(2);

		const { nodeType, clock } = await OtherProcess.start();
		harness.useServiceClock(clock);
		const { items, error } = await create({ nodeType, retryOf: failed });
		expect(error).toBeUndefined();
		expect(webhookIds()).toEqual([older?.json.id, items[0]?.json.id]);
	});
});
