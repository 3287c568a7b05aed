import type { INodeParameters } from 'n8n-workflow';

import { useNodeHarness } from '../../support/nodeHarness';
import { bread, draft } from '../createRecords';

const harness = useNodeHarness();

describe('the message of a post', () => {
	const messageOf = async (operation: string, parameters: INodeParameters) => {
		const { items, error } = await harness.run('post', operation, {
			simplify: true,
			...parameters,
		});
		expect(error).toBeUndefined();
		return items[0]?.json.message;
	};

	const ONLY_DRAFT =
		"The post is a draft. It has not been published. To publish it, set 'When to Publish' to 'Publish Now'.";

	it('states that a post is a draft, and how to publish it', async () => {
		const parameters = { text: 'Bread', accountIds: [bread(harness)] };
		expect(await messageOf('create', parameters)).toBe(ONLY_DRAFT);
	});

	it('is shown in one hint for all items', async () => {
		const parameters = { text: '={{ $json.text }}', accountIds: [bread(harness)] };
		const input = ['Bread', 'Rolls'].map((text) => ({ json: { text } }));
		const { items, hints } = await harness.run('post', 'create', parameters, { input });
		expect(items).toHaveLength(2);
		expect(hints.map(({ message }) => message)).toEqual([ONLY_DRAFT]);
	});

	it('states when a scheduled post is published, in its time zone', async () => {
		const parameters = {
			text: 'Bread',
			accountIds: [bread(harness)],
			afterCreate: 'schedule',
			scheduledAt: '2099-12-24T09:00:00',
			timezone: 'Europe/Berlin',
		};
		expect(await messageOf('create', parameters)).toBe(
			'The post is scheduled. It goes out on 24 December 2099, 09:00 (Europe/Berlin).',
		);
	});

	it('states that a post is handed over and not yet published, without a wait', async () => {
		const parameters = {
			text: 'Bread',
			accountIds: [harness.service.accountId('Slow')],
			afterCreate: 'publish',
			waitForOutcome: false,
		};
		expect(await messageOf('create', parameters)).toMatch(
			/^The post is handed over, not yet out\./,
		);
	});

	it('states that no delivery was retried', async () => {
		const { postId } = await draft(harness);
		expect(await messageOf('retryFailed', { postId })).toBe(
			'No delivery of the post can be retried, so nothing was sent.',
		);
	});
});
