import { ProcessedItems } from '../../engine';
import { fixedIds } from '../support/fixedIds';
import { PollHarness } from '../support/pollHarness';
import { event, TriggerHarness } from '../support/triggerHarness';

// What the triggers store, to the letter: a new version must continue with what an old one has left. The values are not
// computed here, so that no change of the code changes them unnoticed.

const INSTANCE = '355fa87c3d2a7256d44a04dfe7c515826b65a5178f786084e502359c6863009e';
const NODE = '5f0c2f7e-1f0b-4d3a-9a59-3f1a3c1d7a10';

describe('the polling trigger', () => {
	const harness = new PollHarness();
	beforeEach(async () => {
		ProcessedItems.current = new ProcessedItems();
		await harness.open(fixedIds());
	});
	afterEach(async () => await harness.close());

	const state = {
		// The address of the service, which differs in each test, is part of the hash.
		scope: expect.stringMatching(/^[\w-]{4}$/),
		changedAtMs: 1_793_606_400_000,
		watchedSinceMs: 1_791_014_400_000,
		posts: {
			watermarkMs: 1_793_602_800_000,
			snapshots: 'Uc7aBVRpd,vfBXlcub.NM3Tw oxCupD2Ad,JFoolcub.HzA5w',
		},
		media: { watermarkMs: 1_793_602_800_000, snapshots: '' },
		accounts: {
			watermarkMs: 1_793_602_800_000,
			snapshots:
				'6x54FmnLc 8D6Wq_tbc MHytbZ6Gc IeFlxQl8c OE4Yusmmc 9fsrhZT8c mw_loYzSc SbUkllESc JMCp5c9Rc',
		},
	};

	it('stores records, events whose execution may not have ended, and events that are done', async () => {
		const published = await harness.draft('One', 'Bread on Shortpost');
		const failed = await harness.draft('Two', 'Always fails');
		const events = ['post.published', 'delivery.failed', 'media.ready', 'account.disconnected'];
		const host = await harness.activated({ events }, { workflowId: 'w' });
		const name = `socialPublishingPollTrigger:${NODE}`;
		expect(host.record.staticData).toEqual({ global: { [name]: state } });

		await harness.publish(published);
		await harness.publish(failed);
		await harness.service.clock.advance(60_000);
		await host.poll();
		const ids = ['poll_LydmQ1pCo2ho0-I3pSyTLvnEZi1', 'poll_PJ2Mqhk1qpprNuCVYFSX-ZqxiZp'];
		const detected = { workspace_id: 'workspace_1', created_at: '2026-11-02T08:01:02.000Z' };
		const delivery = { destination_id: 'destination_2', account_id: 'account_6' };
		expect(host.record.staticData.global).toEqual({
			[name]: {
				...state,
				changedAtMs: 1_793_606_462_000,
				watchedSinceMs: 1_791_014_462_000,
				posts: { ...state.posts, snapshots: 'Uc7aBVRpf.NM3Tf oxCupD2Ap.HzA5p' },
				outbox: [
					{
						...{ id: ids[0], type: 'delivery.failed', ...detected },
						data: { post_id: 'post_2', ...delivery, status: 'failed' },
					},
					{
						...{ id: ids[1], type: 'post.published', ...detected },
						data: { post_id: 'post_1', status: 'published' },
					},
				],
			},
		});
		expect(Object.fromEntries(ProcessedItems.current.records)).toEqual({
			[`w/n:${NODE}`]: ids.map((id) => `seen ${id}`),
		});
	});

	it('stores which accounts are chosen', async () => {
		const parameters = { events: ['post.published'], accountIds: ['Bread on Shortpost'] };
		const host = await harness.activated(parameters, { workflowId: 'w' });
		expect(host.record.staticData.global).toMatchObject({
			[`socialPublishingPollTrigger:${NODE}`]: {
				chosenAccounts: { 'Bread on Shortpost': ['account_1'] },
			},
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
			...{ url, listedUrl: url },
			secret: harness.secret,
			createdAtMs: 1_793_606_400_000,
			owner: `${INSTANCE} w`,
		};
		const name = `socialPublishingTrigger:${NODE}:production`;
		expect(host.record.staticData).toEqual({ global: { [name]: { registration, seen: '' } } });
		await harness.send(host, event({ id: 'evt_a' }));
		expect(host.record.staticData).toEqual({
			global: { [name]: { registration, seen: '7_TqXVop' } },
		});
	});

	it('stores which accounts are chosen', async () => {
		const parameters = { accountIds: ['account_2', 'Bread on Shortpost'] };
		const host = await harness.activated(parameters, { workflowId: 'w' });
		const ids = { account_2: ['account_2'], 'Bread on Shortpost': ['account_1'] };
		expect(host.record.staticData.global).toMatchObject({
			[`socialPublishingTrigger:${NODE}:production`]: {
				chosenAccounts: { ids, atMs: 1_793_606_400_000 },
			},
		});
	});
});
