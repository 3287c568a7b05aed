import type { INodeParameters } from 'n8n-workflow';

import type { FaultAction } from '../../../service';
import { jpeg } from '../../support/files';
import { itemWithFile, useNodeHarness } from '../../support/nodeHarness';

const later = '2099-01-01T00:00:00Z';

describe('Check Before Posting, with the reference service', () => {
	const harness = useNodeHarness();

	const tooLong = (parameters: INodeParameters = {}): INodeParameters => ({
		text: 'a'.repeat(10_000),
		accountIds: [harness.service.accountId('Bread on Shortpost')],
		afterCreate: 'publish',
		...parameters,
	});
	const fails = (operation: string, action: FaultAction, times = 5) =>
		harness.service.faults.add({ operation, times, action });

	it.each([
		['publish', {}],
		['schedule', { scheduledAt: later }],
	])('a post that cannot be published leaves no draft: %s', async (afterCreate, more) => {
		const { error } = await harness.run(
			'post',
			'create',
			tooLong({ afterCreate, ...more, mediaSource: 'input' }),
			{ input: [await itemWithFile(await jpeg(), 'bread.jpg', 'image/jpeg')] },
		);

		expect(error?.message).toMatch(
			/^The post cannot be published as it is: Bread on Shortpost \(shortpost\): .*[^.]$/,
		);
		expect(error?.description).toContain('No draft was saved.');
		expect(harness.journal('create_post')).toEqual([]);
		expect([...harness.service.state.media.keys()]).toEqual([]);
	});

	it('the error says how long a text is, and what to do about it', async () => {
		const { error } = await harness.run('post', 'create', tooLong());
		expect(error?.description).toMatch(
			/The text for Bread on Shortpost \(shortpost\) has 10000 characters, but the limit is \d+\. .*set 'If Text Is Too Long' in the options\.$/,
		);
		expect(error?.description).not.toContain('turn off');
	});

	it('the error says how to attach a picture that an account requires', async () => {
		const accountIds = [harness.service.accountId('Bread on Photowall')];
		const parameters = tooLong({ text: 'Fresh bread', accountIds });
		const { error } = await harness.run('post', 'create', parameters);
		expect(error?.message).toContain('requires a picture or a video');
		expect(error?.description).toContain("attach one with 'Media', or leave out the account.");
		expect(error?.description).not.toContain('turn off');
	});

	it('the error names a file that cannot be removed again', async () => {
		fails('delete_media', { kind: 'status', when: 'before', status: 403 });
		const { error } = await harness.run('post', 'create', tooLong({ mediaSource: 'input' }), {
			input: [await itemWithFile(await jpeg(), 'bread.jpg', 'image/jpeg')],
		});
		const [mediaId] = harness.service.state.media.keys();
		expect(error?.description).toContain(`its media ID is ${mediaId}`);
	});

	it('a draft is not checked, and neither is any post if the option is off', async () => {
		await harness.run('post', 'create', tooLong({ afterCreate: 'draft' }));
		const options = { validateFirst: false, failOn: 'never' };
		await harness.run('post', 'create', tooLong({ options }));
		expect(harness.journal('validate_post')).toEqual([]);
		expect(harness.journal('create_post')).toHaveLength(2);
	});

	it.each<[string, FaultAction]>([
		['an outage', { kind: 'status', when: 'before', status: 500 }],
		['a missing route', { kind: 'status', when: 'before', status: 404 }],
		['a lost response', { kind: 'drop', when: 'after' }],
	])('%s does not hold the post back', async (_name, action) => {
		fails('validate_post', action);
		const parameters = tooLong({ text: 'Fresh bread' });
		const { error } = await harness.run('post', 'create', parameters);
		expect(error).toBeUndefined();
		expect(harness.journal('publish_post')).toHaveLength(1);
	});

	it('checks once per key, however often n8n tries the item', async () => {
		fails('create_post', { kind: 'status', when: 'before', status: 403 }, 2);
		const { error } = await harness.run('post', 'create', tooLong({ text: 'Fresh bread' }), {
			retryOnFail: { maxTries: 3, waitBetweenTriesMs: 1 },
		});
		expect(error).toBeUndefined();
		expect(harness.journal('validate_post')).toHaveLength(1);
	});

	it('does not check after a creation that may have been carried out', async () => {
		fails('create_post', { kind: 'drop', when: 'after' }, 5);
		const { error } = await harness.run('post', 'create', tooLong({ text: 'Fresh bread' }), {
			retryOnFail: { maxTries: 3, waitBetweenTriesMs: 1 },
		});
		expect(error).toBeUndefined();
		const [accounts, ...requests] = harness.requests();
		expect(accounts).toBe('list_accounts');
		expect(requests.lastIndexOf('validate_post')).toBe(0);
	});

	it('with Continue, an item that cannot be published does not stop the others', async () => {
		const { accountIds } = tooLong();
		const { items } = await harness.run(
			'post',
			'create',
			tooLong({ text: '={{ $json.text }}', accountIds }),
			{
				input: ['a'.repeat(10_000), 'Fresh bread'].map((text) => ({ json: { text } })),
				continueOnFail: 'continueRegularOutput',
			},
		);
		expect(items[0]?.json.error).toContain('Bread on Shortpost (shortpost)');
		expect(items[1]?.json).toMatchObject({ text: 'Fresh bread', status: 'published' });
	});
});
