import { Workflow, type INodeParameters } from 'n8n-workflow';

import { ProcessedItems, type NodeRun } from '../../../engine';
import { fixedIds } from '../../support/fixedIds';
import { byId, itemWithFile, NodeHarness } from '../../support/nodeHarness';

// What the node stores for later runs, and the keys that it sends again in them, to the letter: a new version must find
// what an old one has left. The values are not computed here, so that no change of the code changes them unnoticed.

const harness = new NodeHarness();
let executions: number;
beforeEach(async () => {
	executions = 0;
	await harness.open(fixedIds());
});
afterEach(async () => await harness.close());

const INSTANCE = '355fa87c3d2a7256d44a04dfe7c515826b65a5178f786084e502359c6863009e';
const NODE = '5f0c2f7e-1f0b-4d3a-9a59-3f1a3c1d7a10';
const PICTURE = Buffer.from(
	'/9j/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAAIAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAL/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAABf/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/ALAFlH//2Q==',
	'base64',
);
const AT_NINE = { scheduledAt: '2026-12-01T09:00:00Z' };

/** The operations with an Idempotency-Key, and their keys. */
const keys = () =>
	harness.service.journal.entries
		.filter(({ headers }) => headers['idempotency-key'] !== undefined)
		.map(({ operation, headers }) => `${operation} ${String(headers['idempotency-key'])}`);

/** What is in n8n's store of processed items. */
const stored = () => Object.fromEntries(ProcessedItems.current.records);

/** The entries of a key, each under its three names. A claim belongs to no key. */
const entries = (key: string, ...details: string[]) => ({
	[`testWorkflow0001/n:${NODE}`]: details.flatMap((detail) => {
		const ofKey = `${detail}:/workspaces/workspace_1\n${key}`;
		const entry = detail.startsWith('claimed:') ? detail : ofKey;
		return [`noted:${entry}`, `sure:${entry}`, `final:${entry}`];
	}),
});

const content = (): INodeParameters => ({
	text: 'Bread',
	accountIds: [harness.service.accountId('Bread on Shortpost')],
	waitForOutcome: false,
});

async function run(operation: string, parameters: INodeParameters, title = ''): Promise<NodeRun> {
	const input = [{ json: { guid: title.toLowerCase(), title } }];
	const executionId = String(++executions);
	return await harness.run('post', operation, parameters, { executionId, input });
}

describe('the Idempotency-Keys', () => {
	it('of new posts', async () => {
		await run('create', { ...content(), afterCreate: 'publish' });
		const sameContent = { idempotency: 'content', afterCreate: 'schedule', ...AT_NINE };
		await run('create', { ...content(), ...sameContent });
		const ownKey = { idempotency: 'custom', idempotencyKey: 'my-key', afterCreate: 'publish' };
		await run('create', { ...content(), ...ownKey });
		expect(keys()).toEqual([
			'create_post n8n-2f18963cab7e6bb63ed94c298037a1d51cf66d899faa7a41',
			'publish_post n8n-1ba7ebe26c86a503a5678495d160c7da0fd9f2d772d51978',
			'create_post n8n-69f888b9472b6fac237040ab5e3181223aa6140fc2d771c0',
			'schedule_post n8n-761cc95f40bbbc30e399804808938568ddd72a7d2366f46c',
			'create_post my-key',
			'publish_post my-key-publish',
		]);
	});

	it('of commands on a post', async () => {
		await run('create', { ...content(), afterCreate: 'draft' });
		const postId = byId('post_1');
		await run('schedule', { postId, ...AT_NINE });
		await run('reschedule', { postId, scheduledAt: '2026-12-02T09:00:00Z' });
		await run('cancel', { postId });
		await run('duplicate', { postId });
		await run('publish', { postId, options: { idempotency: 'custom', idempotencyKey: 'k' } });
		expect(keys()).toEqual([
			'create_post n8n-2f18963cab7e6bb63ed94c298037a1d51cf66d899faa7a41',
			'schedule_post n8n-272e266ea1f8d91188098a3b74c8bda5895a4167de2369b3',
			'reschedule_post n8n-17c59b31fa388cb4a28539fa8140141a254b1897bb2978e0',
			'cancel_post n8n-c9640d95b2d0cfa4e79a7bed962e7da4d3a3b5d18e9141c6',
			'duplicate_post n8n-a8c1adf7c23a22cfe4b7a487a428d53e597a6e12a13c8160',
			'publish_post k',
		]);
	});
});

describe('Post Each Item Once', () => {
	const once = async (title: string, afterCreate: string): Promise<NodeRun> => {
		const text = '={{ $json.title }}';
		return await run('create', { ...content(), text, idempotency: 'once', afterCreate }, title);
	};

	it('stores a draft, and that it is done', async () => {
		await once('Bread', 'draft');
		const sent = ['item:JftYEk-RbhTykz7W', 'sent:5VDX1B-q07Eo4W9v', 'since:996448'];
		expect(stored()).toEqual(entries('bread', ...sent, 'claimed:post_1', 'post:post_1', 'drafted'));
		await once('Bread', 'publish');
		expect(stored()).toEqual(entries('bread', 'since:996448', 'claimed:post_1', 'done'));
		expect(keys()).toEqual([
			'create_post n8n-422fe343f5081944160c8db93a295741f4e49915f3dd56e0',
			'publish_post n8n-f0a42c8405186e84908b9d91a64150e4392c784c8243b227',
		]);
	});

	it('stores that a creation has begun, here and for a Retry', async () => {
		const drop = { kind: 'drop', when: 'after' } as const;
		harness.service.faults.add({ operation: 'create_post', times: 99, action: drop });
		const { run: saved } = await once('Cakes', 'publish');
		const sent = ['item:LPNB051ge_TzIRGl', 'sent:lLJbfeA-vll-hNCt', 'since:996448'];
		expect(stored()).toEqual(entries('cakes', 'to:91x4vAbZjVnSLJoF', ...sent, 'begun'));
		const { baseUrl } = harness.service;
		const command = `["command","${baseUrl}","/workspaces/workspace_1/posts","main"]`;
		expect(saved.data.executionData?.contextData).toEqual({
			'node:Social Publishing': {
				socialPublishing: {
					executionId: `${INSTANCE}/testWorkflow0001/1`,
					fields: 'CkXsdt4bU3o484YAgubUZGHL51a2oVQj4fiheHQiIIc',
					attempts: {
						[`[0,0,${command}]`]: {
							json: { text: 'Cakes', destinations: [{ account_id: 'account_1' }] },
							content: '{"destinations":[{"account_id":"account_1"}],"text":"Cakes"}',
							sentAtMs: 1_793_606_400_000,
							isOpen: true,
						},
					},
					notes: {},
				},
			},
		});
	});
});

describe('Create or Update', () => {
	const row = async (more: INodeParameters): Promise<void> => {
		const input = [await itemWithFile(PICTURE, 'a.jpg', 'image/jpeg')];
		const executionId = String(++executions);
		const parameters = { ...content(), itemKey: 'r1', ...more };
		await harness.run('post', 'upsert', parameters, { executionId, input });
	};

	it('stores a row with all parts, its time, and that it went out', async () => {
		const account_id = harness.service.accountId('Bread on Shortpost');
		const destinations = [{ account_id, text: 'Bread https://example.com', options: { zoom: 2 } }];
		const destinationsJson = JSON.stringify(destinations);
		const more = { destinationInput: 'json', destinationsJson, mediaSource: 'input' };
		await row({ ...more, wantedStatus: 'draft' });
		const saved = [
			...['has:ownText', 'has:options', 'has:media', 'since:996448', 'claimed:post_1'],
			...['post:post_1', 'bucket:35', 'drafted', 'media:67Qr0Bfq2hjiAewA'],
		];
		expect(stored()).toEqual(entries('row\nr1', ...saved));
		await row({ ...more, wantedStatus: 'scheduled', ...AT_NINE });
		expect(stored()).toEqual(entries('row\nr1', ...saved, 'timed', 'on:498921'));
		await row({ ...more, wantedStatus: 'published' });
		expect(stored()).toEqual(entries('row\nr1', ...saved, 'timed', 'on:498921', 'out'));
		expect(keys()).toEqual([
			'create_post n8n-cb3388e61dcec5d93e609166bc87b7dc208d2f9a4d62644d',
			'schedule_post n8n-c7607d2d2840d0ffcaef64ff96c8bc1c3c33ada91dcfef02',
			'publish_post n8n-915b2c503aec3072a1775966254cfa76a96803cac6efcff0',
		]);
	});

	it('stores that the post of a row was deleted', async () => {
		await row({ wantedStatus: 'draft' });
		await row({ wantedStatus: 'absent' });
		const gone = ['has:sharedText', 'since:996448', 'gone:post_1', 'gone'];
		expect(stored()).toEqual(entries('row\nr1', ...gone));
	});
});

it('an upload is stored for later executions', async () => {
	const staticData = jest.spyOn(Workflow.prototype, 'getStaticData');
	const parameters = { ...content(), mediaSource: 'input', idempotency: 'content' };
	const input = [await itemWithFile(PICTURE, 'a.jpg', 'image/jpeg')];
	await harness.run('post', 'create', parameters, { input });
	const { uploads } = staticData.mock.results.at(-1)?.value ?? {};
	// The address of the service, which differs in each test, is part of the hash.
	expect(Object.keys(uploads)).toEqual([expect.stringMatching(/^[\da-f]{64}$/)]);
	expect(Object.values(uploads)).toEqual([{ id: 'media_1', untilMs: 1_793_692_800_500 }]);
});
