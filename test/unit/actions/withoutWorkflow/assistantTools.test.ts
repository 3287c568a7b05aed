import type { IDataObject } from 'n8n-workflow';

import { dialects, type ServiceOptions } from '../../../service';
import { answered, refused, useNodeHarness } from '../../support/nodeHarness';
import { inHours } from '../createRecords';
import { FOR_PEOPLE } from './advice';

/** The tools of the service, called by a model through the node. */

const services: Array<[string, ServiceOptions, string]> = [
	['the first dialect', { dialect: dialects.first }, 'post_id'],
	['the second dialect', { dialect: dialects.second }, 'id'],
];

describe.each(services)('without a workflow, with %s', (_dialect, options, idName) => {
	const harness = useNodeHarness(options);
	const keysOf = (operation: string) =>
		harness
			.journal(operation)
			.map(({ body }) => JSON.stringify(body).match(/"idempotency_key":"[^"]+"/)?.[0]);
	const tool = async (toolName: string, args: IDataObject) => {
		const given = { workspace_id: harness.workspaceId, ...args };
		return await harness.call('assistantTool', 'call', {
			toolName,
			argumentsInput: 'json',
			toolArgumentsJson: JSON.stringify(given),
			options: {},
		});
	};
	const bread = (text = 'Fresh bread') => ({
		text,
		destinations: [{ account_id: harness.service.accountId('Bread on Shortpost') }],
	});
	const statusOf = (id: unknown) => harness.service.state.posts.get(String(id))?.status;
	const lose = (operation: string) =>
		harness.service.faults.add({ operation, times: 5, action: { kind: 'drop', when: 'after' } });

	it('each answer is true when a model creates a post twice because of a lost response, then schedules and cancels it twice', async () => {
		lose('create_post');
		const cutOff = refused(await tool('create_post', bread()));
		expect(cutOff).toContain('call the tool again with the same input');
		expect(cutOff).not.toMatch(FOR_PEOPLE);
		harness.service.faults.clear();
		const [created] = answered(await tool('create_post', bread()));
		expect(harness.service.state.posts.size).toBe(1);

		const post = { [idName]: created?.id };
		for (let time = 0; time < 2; time++) {
			answered(await tool('schedule_post', { ...post, scheduled_at: inHours(harness, 3) }));
			expect(statusOf(created?.id)).toBe('scheduled');
			answered(await tool('cancel_post', post));
			expect(statusOf(created?.id)).toBe('draft');
		}
		expect(new Set(keysOf('cancel_post')).size).toBe(2);
		expect(answered(await tool('get_post', post))[0]).toMatchObject({ scheduled_at: null });
	});

	it.each(['publish_post', 'cancel_post'])(
		'%s takes effect once when its response is lost',
		async (name) => {
			const [created] = answered(await tool('create_post', bread()));
			const post = { [idName]: created?.id };
			if (name === 'cancel_post') {
				answered(await tool('schedule_post', { ...post, scheduled_at: inHours(harness, 3) }));
			}
			lose(name);
			expect(refused(await tool(name, post))).not.toMatch(FOR_PEOPLE);
			harness.service.faults.clear();
			const sent = keysOf(name).length;
			expect(answered(await tool(name, post))[0]).toMatchObject({ id: created?.id });
			expect(keysOf(name)).toHaveLength(sent);
		},
	);

	it('the creation of a post that was deleted since is an error', async () => {
		const [created] = answered(await tool('create_post', bread()));
		answered(await tool('delete_post', { [idName]: created?.id }));
		expect(refused(await tool('create_post', bread()))).toContain('The post has been deleted.');
	});

	it('the error states what has become of the post, and the tool is not called', async () => {
		const [created] = answered(await tool('create_post', bread()));
		const post = { [idName]: created?.id };
		answered(await tool('publish_post', post));
		const message = refused(await tool('cancel_post', post));
		expect(message).toContain('the status of the post has changed');
		expect(message).toContain(`Post ID: ${created?.id}.`);
		expect(keysOf('cancel_post')).toEqual([]);
	});
});
