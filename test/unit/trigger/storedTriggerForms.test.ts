import type { IDataObject } from 'n8n-workflow';

import { ProcessedItems, type PollHost } from '../../engine';
import { fixedIds } from '../support/fixedIds';
import { eventsOf, PollHarness } from '../support/pollHarness';
import { event, TriggerHarness } from '../support/triggerHarness';

// What the triggers store, to the letter: a new version must continue with what an old one has left. The values are not
// computed here, so that no change of the code changes them unnoticed.

const NODE = '5f0c2f7e-1f0b-4d3a-9a59-3f1a3c1d7a10';

describe('the polling trigger', () => {
	const harness = new PollHarness();
	beforeEach(async () => {
		ProcessedItems.current = new ProcessedItems();
		await harness.open(fixedIds());
	});
	afterEach(async () => await harness.close());

	const accounts = [
		...['6x54FmnL', '8D6Wq_tb', 'MHytbZ6G', 'IeFlxQl8', 'OE4Yusmm'],
		...['9fsrhZT8', 'mw_loYzS', 'SbUkllES', 'JMCp5c9R'],
	];
	const STARTED = { baselineMs: 1_793_606_400_000, watermarkMs: 1_793_602_800_000 };
	const state = {
		// The address of the service, which differs in each test, is part of the hash.
		scope: expect.stringMatching(/^[\w-]{4}$/),
		changedAtMs: 1_793_606_400_000,
		watchedSinceMs: 1_791_014_400_000,
		lists: {
			posts: {
				...STARTED,
				snapshots: {
					map: {
						Uc7aBVRp: {
							...{ status: 'd', content: 'vfBX', schedule: 'lcub' },
							deliveries: { NM3T: 'w' },
						},
						oxCupD2A: {
							...{ status: 'd', content: 'JFoo', schedule: 'lcub' },
							deliveries: { HzA5: 'w' },
						},
					},
				},
			},
			media: { ...STARTED, snapshots: { map: {} } },
			accounts: {
				...STARTED,
				snapshots: { map: Object.fromEntries(accounts.map((id) => [id, { status: 'c' }])) },
			},
		},
		recentChangesMs: { map: {} },
		missingSinceMs: { map: {} },
		outbox: { map: {} },
		chosenAccounts: { entered: '[]', ids: [] },
	};
	const storedBy = ({ record }: PollHost): unknown =>
		JSON.parse(String(Object(record.staticData.global)[`socialPublishingPollTrigger:${NODE}`]));

	it('stores records, events whose execution may not have ended, and events that are done', async () => {
		const published = await harness.draft('One', 'Bread on Shortpost');
		const failed = await harness.draft('Two', 'Always fails');
		const events = ['post.published', 'delivery.failed', 'media.ready', 'account.disconnected'];
		const host = await harness.activated({ events }, { workflowId: 'w' });
		expect(storedBy(host)).toEqual(state);

		await harness.publish(published);
		await harness.publish(failed);
		await harness.service.clock.advance(60_000);
		await host.poll();
		const ids = ['poll_S8i1M0jo-VrReaL0etFPOYG5sDs', 'poll_Wst8CWwhlHeiqJseoolgsNGqSXR'] as const;
		const detected = { workspace_id: 'workspace_1', created_at: '2026-11-02T08:01:02.000Z' };
		const delivery = { destination_id: 'destination_2', account_id: 'account_6' };
		const snapshots = {
			Uc7aBVRp: { status: 'f', deliveries: { NM3T: 'f' } },
			oxCupD2A: { status: 'p', deliveries: { HzA5: 'p' } },
		};
		const outbox = {
			[ids[0]]: {
				...{ id: ids[0], type: 'delivery.failed', ...detected },
				data: { post_id: 'post_2', ...delivery, status: 'failed' },
			},
			[ids[1]]: {
				...{ id: ids[1], type: 'post.published', ...detected },
				data: { post_id: 'post_1', status: 'published' },
			},
		};
		expect(storedBy(host)).toEqual({
			...state,
			changedAtMs: 1_793_606_462_000,
			watchedSinceMs: 1_791_014_462_000,
			lists: { ...state.lists, posts: { ...state.lists.posts, snapshots: { map: snapshots } } },
			outbox: { map: outbox },
		});
		expect(Object.fromEntries(ProcessedItems.current.records)).toEqual({
			[`w/n:${NODE}`]: ids.map((id) => `seen ${id}`),
		});
	});

	it('gives events the same IDs as an earlier version, whose state has no time of the baseline', async () => {
		const events = ['post.published', 'account.reconnect_required'];
		const host = await harness.activated({ events }, { workflowId: 'w' });
		const stored = JSON.stringify(host.record.staticData);
		host.record.staticData = JSON.parse(stored.replaceAll(/\\"baselineMs\\":\d+,/g, ''));
		const later = await harness.restarted(host, { events }, { workflowId: 'w' });
		await harness.published('One', 'Bread on Shortpost');
		harness.service.setConnected('Bread on Shortpost', false);
		await later.poll();
		expect(eventsOf(later).map(({ id }) => id)).toEqual([
			'poll_PJ2Mqhk1qpprNuCVYFSX-ZqxiZp',
			'poll_i_UC2qdu-dhIXtyT2eaceShRQNI',
		]);
	});

	it('stores which accounts are chosen', async () => {
		const parameters = { events: ['post.published'], accountIds: ['Bread on Shortpost'] };
		const host = await harness.activated(parameters, { workflowId: 'w' });
		expect(storedBy(host)).toMatchObject({
			chosenAccounts: { entered: '["Bread on Shortpost"]', ids: ['account_1'] },
		});
	});
});

describe('the trigger', () => {
	const harness = new TriggerHarness();
	beforeEach(async () => await harness.open(fixedIds()));
	afterEach(async () => await harness.close());

	it('stores its webhook, and the events that n8n has accepted', async () => {
		const host = await harness.activated({}, { workflowId: 'w' });
		const url = host.webhookUrl();
		const registration = {
			id: 'webhook_1',
			baseUrl: harness.service.baseUrl,
			workspacePath: '/workspaces/workspace_1',
			url,
			secret: harness.secret,
		};
		const accounts = { entered: '[]', ids: [] };
		const changedAtMs = 1_793_606_400_001;
		const setup = JSON.stringify({ changedAtMs, accounts, registration });
		const name = `socialPublishingTrigger:${NODE}:production`;
		expect(host.record.staticData).toEqual({ global: { [name]: { setup, seen: '' } } });
		await harness.send(host, event({ id: 'evt_a' }));
		expect(host.record.staticData).toEqual({ global: { [name]: { setup, seen: '7_TqXVop' } } });
	});

	it('stores which accounts are chosen', async () => {
		const parameters = { accountIds: ['account_2', 'Bread on Shortpost'] };
		const host = await harness.activated(parameters, { workflowId: 'w' });
		const [{ setup }] = Object.values(Object(host.record.staticData.global)) as [IDataObject];
		expect(JSON.parse(String(setup)).accounts).toEqual({
			entered: '["account_2","Bread on Shortpost"]',
			ids: ['account_2', 'account_1'],
		});
	});
});
