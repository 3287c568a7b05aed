import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { runNode, type NodeRun } from '../../engine';
import { dialects, type ServiceOptions } from '../../service';
import { inHours } from '../actions/createRecords';
import { SocialPublishingTool, useNodeHarness } from '../support/nodeHarness';

const services: Array<[string, ServiceOptions, string]> = [
	['the first dialect', { dialect: dialects.first }, 'post_id'],
	['the second dialect', { dialect: dialects.second }, 'id'],
];

describe.each(services)('with %s, a tool', (_dialect, options, idName) => {
	const harness = useNodeHarness(options);

	const parametersFor = (toolName: string, args: IDataObject) => ({
		toolName,
		argumentsInput: 'json',
		toolArgumentsJson: JSON.stringify({ workspace_id: harness.workspaceId, ...args }),
	});
	const call = async (
		toolName: string,
		args: IDataObject,
		idempotencyKey?: string,
		retryOf?: NodeRun,
	) => {
		const options = { idempotency: 'custom', idempotencyKey };
		const parameters = parametersFor(toolName, args);
		return await harness.run(
			'assistantTool',
			'call',
			{ ...parameters, ...(idempotencyKey !== undefined && { options }) },
			{ ...(retryOf && { retryOf }) },
		);
	};
	const bread = (text = 'Fresh bread') => ({
		text,
		destinations: [{ account_id: harness.service.accountId('Bread on Shortpost') }],
	});
	const create = async () => (await call('create_post', bread())).items[0]?.json.id;
	const statusOf = (id: unknown) => harness.service.state.posts.get(String(id))?.status;

	it.each([
		['in the option', 'friday', {}],
		['among the arguments', undefined, { idempotency_key: 'friday' }],
	])(
		'whose key %s was used before reports what has become of the post',
		async (_where, key, own) => {
			const post = { [idName]: await create() };
			const time = { ...post, ...own, scheduled_at: inHours(harness, 3) };
			expect((await call('schedule_post', time, key)).error).toBeUndefined();
			expect((await call('schedule_post', time, key)).items[0]?.json.id).toBe(post[idName]);
			expect((await call('cancel_post', post)).error).toBeUndefined();

			const { items, error } = await call('schedule_post', time, key);
			expect(items).toEqual([]);
			expect(error?.message).toContain('this was already done with the same key');
			expect(error?.description).toContain('To do it again, use another key.');
			expect(statusOf(post[idName])).toBe('draft');
		},
	);

	it('that created a post with a key before does not report a deleted post as created', async () => {
		const { items } = await call('create_post', bread(), 'monday');
		const post = { [idName]: items[0]?.json.id };
		expect((await call('edit_post', { ...post, text: 'Rolls' })).error).toBeUndefined();
		expect((await call('create_post', bread(), 'monday')).items[0]?.json.text).toBe('Rolls');
		expect((await call('delete_post', post)).error).toBeUndefined();
		const { error } = await call('create_post', bread(), 'monday');
		expect(error?.description).toContain('The post has been deleted.');
	});

	it('whose key was used before says that the post has been deleted since', async () => {
		const post = { [idName]: await create() };
		const time = { ...post, scheduled_at: inHours(harness, 3) };
		expect((await call('schedule_post', time, 'sunday')).error).toBeUndefined();
		expect((await call('delete_post', post)).error).toBeUndefined();
		const { error } = await call('schedule_post', time, 'sunday');
		expect(error?.message).toContain('this was already done with the same key');
		expect(error?.description).toContain('The post has been deleted.');
	});

	it('that was accepted, but could not be checked, is not forgotten by the next attempt', async () => {
		const post = { [idName]: await create() };
		expect(
			(await call('schedule_post', { ...post, scheduled_at: inHours(harness, 3) })).error,
		).toBeUndefined();
		const action = { kind: 'status', when: 'before', status: 403, code: 'access_denied' } as const;
		harness.service.faults.add({ operation: 'get_post', action });
		const unchecked = await call('cancel_post', post, 'cancel-1');
		expect(unchecked.error?.message).toContain('Accepted, not checked');

		const retry = async (retryOf: NodeRun) =>
			await harness.run(
				'assistantTool',
				'call',
				{
					...parametersFor('cancel_post', post),
					options: { idempotency: 'custom', idempotencyKey: 'cancel-1' },
				},
				{ retryOf },
			);
		harness.service.faults.add({ operation: 'tools/list', action });
		const refused = await retry(unchecked);
		expect(refused.error?.description).toContain('it may have taken effect');
		expect((await retry(refused)).items[0]?.json.id).toBe(post[idName]);
		expect(statusOf(post[idName])).toBe('draft');
	});

	it('whose key was used before can be called with another key in a Retry', async () => {
		const post = { [idName]: await create() };
		const time = { ...post, scheduled_at: inHours(harness, 3) };
		expect((await call('schedule_post', time, 'friday')).error).toBeUndefined();
		expect((await call('cancel_post', post)).error).toBeUndefined();
		const refused = await call('schedule_post', time, 'friday');
		expect(refused.error?.description).toContain('To do it again, use another key.');

		expect((await call('schedule_post', time, 'saturday', refused)).error).toBeUndefined();
		expect(statusOf(post[idName])).toBe('scheduled');
	});

	it('with a key of its own accepts a date of the form', async () => {
		const post = { [idName]: await create() };
		const at = inHours(harness, 3).replace(/:\d\d(\.\d+)?Z$/, ':17.000Z');
		const value = { workspace_id: harness.workspaceId, ...post, scheduled_at: at };
		const schema = Object.keys(value).map((id) => ({
			id,
			displayName: id,
			required: true,
			display: true,
			defaultMatch: false,
			type: id === 'scheduled_at' ? 'dateTime' : 'string',
		}));
		const { error } = await harness.run('assistantTool', 'call', {
			toolName: 'schedule_post',
			argumentsInput: 'form',
			toolArguments: {
				mappingMode: 'defineBelow',
				value,
				schema,
			} as IDataObject as INodeParameters,
			options: { idempotency: 'custom', idempotencyKey: 'friday' },
		});
		expect(error).toBeUndefined();
		expect(statusOf(post[idName])).toBe('scheduled');
	});

	it('of an AI Agent does not report a post as scheduled that the agent has cancelled since', async () => {
		const post = { [idName]: await create() };
		const callAsTool = async (toolName: string, args: IDataObject) =>
			await runNode({
				nodeType: new SocialPublishingTool(),
				credentials: harness.credentials,
				executionId: '9',
				parameters: {
					resource: 'assistantTool',
					operation: 'call',
					...parametersFor(toolName, args),
				},
			});
		const time = { ...post, scheduled_at: inHours(harness, 3) };
		expect((await callAsTool('schedule_post', time)).error).toBeUndefined();
		expect((await callAsTool('cancel_post', post)).error).toBeUndefined();
		const { error } = await callAsTool('schedule_post', time);
		expect(error?.message).toContain('this was already done in this execution');
		expect(statusOf(post[idName])).toBe('draft');
	});
});
