import type { IDataObject } from 'n8n-workflow';

import { resources } from '../../../nodes/SocialPublishing/actions/resources';
import { SocialPublishingPollTrigger } from '../../../nodes/SocialPublishing/SocialPublishingPollTrigger.node';
import { runNode } from '../../engine';
import { bread, draft, made, picture } from '../actions/createRecords';
import { runCase } from '../actions/operationCase';
import { readOperations } from '../actions/readOperationCases';
import { writeOperations } from '../actions/writeOperationCases';
import { byId, useNodeHarness, type NodeHarness } from '../support/nodeHarness';
import { outputSchema } from './outputSchema';
import { expectSchemaFile, schemaFiles } from './schemaFiles';

// Schemas list the fields that the editor offers for mapping before a node has run. They are made from outputs of the
// reference service.
const harness = useNodeHarness();

const cases = [...writeOperations, ...readOperations];
/** Operations that do not return posts. */
const withoutPost = new Set(['post:delete', 'post:getCalendar', 'post:preview', 'post:validate']);

/** A post with a delivery that succeeded and one that failed. */
async function partlyPublished(
	service: NodeHarness,
): Promise<{ id: string; items: IDataObject[] }> {
	const accountIds = [bread(service), service.service.accountId('Always fails')];
	const { id } = await made(service, 'post:create', { text: 'Fresh bread', accountIds });
	const parameters = { postId: byId(String(id)), simplify: true, options: { failOn: 'never' } };
	const item = await made(service, 'post:publish', parameters);
	return { id: String(id), items: [item] };
}

async function threadWithPicture(service: NodeHarness): Promise<IDataObject> {
	const { mediaId } = await picture(service);
	const thread = { accountId: bread(service), mediaIds: mediaId.value, thread: ['More'] };
	return await made(service, 'post:create', {
		destinationInput: 'perAccount',
		destinations: { destination: [thread] },
		text: 'Fresh bread',
		afterCreate: 'publish',
		simplify: true,
	});
}

async function scheduledPost(service: NodeHarness): Promise<IDataObject> {
	const { postId } = await draft(service);
	const parameters = { postId, simplify: true, scheduledAt: '2099-01-01T09:00:00Z' };
	return await made(service, 'post:schedule', parameters);
}

/** Its output lists the changes. */
async function editedRow(service: NodeHarness): Promise<IDataObject> {
	const row = { itemKey: 'row 1', accountIds: [bread(service)], text: 'Warm bread' };
	return await made(service, 'post:upsert', { ...row, simplify: true });
}

/** Of a text that is too long, of one that is tagged and split, and of a scheduled post with a picture. */
async function previews(): Promise<IDataObject[]> {
	const { mediaId, id } = await picture(harness);
	await made(harness, 'media:update', { mediaId, altText: 'A loaf' });
	const accountIds = [bread(harness)];
	const library = { mediaSource: 'library', mediaIds: [id] };
	const post = await made(harness, 'post:create', { text: 'Bread', accountIds, ...library });
	const postId = byId(String(post.id));
	await made(harness, 'post:schedule', { postId, scheduledAt: '2099-01-01T09:00:00Z' });
	const text = `https://example.com ${'Bread '.repeat(50)}`;
	const options = { linkTags: {}, textOverflow: 'split' };
	return [
		await made(harness, 'post:preview', { text, accountIds }),
		await made(harness, 'post:preview', { text, accountIds, options }),
		await made(harness, 'post:preview', { previewOf: 'post', postId }),
	];
}

/** Outputs with fields that a new record may lack. */
async function moreItems(name: string): Promise<IDataObject[]> {
	if (name === 'statistics:getPost' || name.startsWith('statistics:get')) {
		const { id } = await partlyPublished(harness);
		await harness.service.clock.advance(3_600_000);
		const parameters = name === 'statistics:getPost' ? { postId: byId(id) } : {};
		const account = name === 'statistics:getAccount' ? { accountId: byId(bread(harness)) } : {};
		return [await made(harness, name, { ...parameters, ...account, return: 'summary' })];
	}
	if (name.startsWith('media:') && name !== 'media:delete') {
		const { mediaId } = await picture(harness);
		return [await made(harness, 'media:update', { mediaId, altText: 'A loaf' })];
	}
	if (name === 'post:getCalendar') {
		await partlyPublished(harness);
		// The list has just been read.
		await harness.service.clock.advance(60_000);
		const { items } = await harness.run('post', 'getCalendar', { return: 'perDay' });
		return items.map(({ json }) => json);
	}
	if (name === 'post:preview') return await previews();
	if (!name.startsWith('post:') || withoutPost.has(name)) return [];
	const published = await partlyPublished(harness);
	if (name === 'post:upsert') published.items.push(await editedRow(harness));
	return [...published.items, await threadWithPicture(harness), await scheduledPost(harness)];
}

const without = (field: string, item: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(item).filter(([name]) => name !== field));

it.each(cases.map((each) => [each.name, each] as const))(
	'the schema of %s is as npm run schemas writes it',
	async (name, each) => {
		const { run } = await runCase(harness, each, { simplify: true, return: 'summary' });
		const { items } = await run();
		const all = [...items.map(({ json }) => json), ...(await moreItems(name))];
		expectSchemaFile(`v1.0.0/${name.replace(':', '/')}`, outputSchema(all));
	},
);

it('the schema of assistantTool:getAll is as npm run schemas writes it', async () => {
	const { items } = await harness.run('assistantTool', 'getAll', {});
	// Each tool has its own input schema.
	const tools = items.map(({ json }) => without('inputSchema', json));
	expectSchemaFile('v1.0.0/assistantTool/getAll', outputSchema(tools));
});

/** The fields that come first in an event if they are known. */
const DETAILS = {
	account_name: null,
	platform: null,
	post_text: null,
	post_url: null,
	error_message: null,
};

it.each(['v1.0.0', 'v1.1.0'])(
	'the schema %s of the triggers is as npm run schemas writes it',
	async (version) => {
		await partlyPublished(harness);
		await picture(harness);
		await scheduledPost(harness);
		const events: IDataObject[] = [DETAILS];
		for (const type of ['delivery.failed', 'post.partial', 'post.scheduled', 'media.ready']) {
			const { items } = await runNode({
				nodeType: new SocialPublishingPollTrigger(),
				credentials: harness.credentials,
				parameters: { workspaceId: byId(harness.workspaceId), events: [type] },
			});
			events.push(...items.map(({ json }) => json));
		}
		expectSchemaFile(version, outputSchema(events));
	},
);

it('npm run schemas has written a schema for every operation, except the call of a tool, whose output depends on the tool', () => {
	const names = resources.flatMap(({ option, operations }) =>
		operations.map((operation) => `v1.0.0/${option.value}/${operation.option.value}`),
	);
	const expected = names.filter((name) => name !== 'v1.0.0/assistantTool/call');
	expect(schemaFiles().sort()).toEqual([...expected, 'v1.0.0', 'v1.1.0'].sort());
});
