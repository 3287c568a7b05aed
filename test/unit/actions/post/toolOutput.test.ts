import { NodeHelpers, type INodeParameters } from 'n8n-workflow';

import { SocialPublishing } from '../../../../nodes/SocialPublishing/SocialPublishing.node';
import {
	answered,
	byId,
	refused,
	SocialPublishingTool,
	useNodeHarness,
} from '../../support/nodeHarness';
import { bread, draft } from '../createRecords';

const harness = useNodeHarness();

/** The saved parameters of a new tool: only those that differ from the defaults. */
const NEW_TOOL: INodeParameters = { simplify: true };

async function readPost(parameters: INodeParameters) {
	const { postId } = await draft(harness);
	const [post] = answered(await harness.call('post', 'get', { postId, ...parameters }));
	return post ?? {};
}

describe('Output of a tool', () => {
	it('is the simplified post by default', async () => {
		const post = await readPost(NEW_TOOL);
		expect(Object.keys(post)).toHaveLength(10);
		expect(post).toMatchObject({ message: expect.stringMatching(/^The post is a draft/) });
	});

	it('is the post as the service sent it, if Raw is chosen', async () => {
		expect(await readPost({ ...NEW_TOOL, output: 'raw' })).toMatchObject({
			destinations: [{ account_id: bread(harness) }],
		});
	});

	it('is the ID and the selected fields, if Selected Fields is chosen', async () => {
		const fields = ['text', 'status'];
		const post = await readPost({ ...NEW_TOOL, output: 'selectedFields', fields });
		expect(post).toEqual({ id: expect.any(String), text: expect.any(String), status: 'draft' });
	});

	it('is the ID alone, if no field is selected', async () => {
		const post = await readPost({ ...NEW_TOOL, output: 'selectedFields' });
		expect(post).toEqual({ id: expect.any(String) });
	});

	it('accepts the fields as comma-separated text from an expression', async () => {
		const fields = '={{ "text, etag" }}';
		const post = await readPost({ ...NEW_TOOL, output: 'selectedFields', fields });
		expect(Object.keys(post)).toEqual(['id', 'text', 'etag']);
	});

	it('identifies the account of each item, with One Item per Account', async () => {
		const post = await readPost({
			...NEW_TOOL,
			output: 'selectedFields',
			fields: ['name', 'url', 'accounts'],
			options: { splitByAccount: true },
		});
		expect(post).toEqual({
			id: expect.any(String),
			account_id: bread(harness),
			name: 'Bread on Shortpost',
			url: null,
		});
	});

	it('includes the action of Create or Update, whatever fields are selected', async () => {
		const parameters = {
			...NEW_TOOL,
			itemKey: 'row 1',
			text: 'Bread',
			accountIds: [bread(harness)],
			output: 'selectedFields',
			fields: ['text'],
		};
		const nodeType = new SocialPublishingTool();
		const { items } = await harness.run('post', 'upsert', parameters, { nodeType });
		expect(items.map(({ json }) => json)).toEqual([
			{ key: 'row 1', action: 'created', changed: [], id: expect.any(String), text: 'Bread' },
		]);
	});

	it.each([
		[{ output: 'selectedFields', fields: ['colour'] }, '\'Fields\' contains "colour"'],
		[{ output: '={{ "everything" }}' }, '\'Output\' cannot be "everything"'],
	])('is an error before anything is sent, if it does not exist: %j', async (wrong, message) => {
		const parameters = { ...NEW_TOOL, postId: byId('p'), ...wrong };
		const answer = await harness.call('post', 'publish', parameters);
		expect(refused(answer)).toContain(message);
		expect(harness.requests()).toEqual([]);
	});
});

describe('a tool that was saved with Simplify', () => {
	it.each([[false], ['={{ $json.simplify }}']])(
		'that was off returns raw posts: %j',
		async (simplify) => {
			const { postId } = await draft(harness);
			const args = { simplify: false };
			const [post] = answered(await harness.call('post', 'get', { postId, simplify }, { args }));
			expect(post).toHaveProperty('destinations');
		},
	);

	it('that was off shows Raw in the editor, and can be changed to Simplified', async () => {
		expect(shownOutputs({ simplify: false })).toEqual(['raw']);
		expect(await readPost({ simplify: false, output: 'simplified' })).toHaveProperty('message');
	});

	it('that was on shows Simplified in the editor', () => {
		expect(shownOutputs({ simplify: true })).toEqual(['simplified']);
	});
});

it('a step of a workflow has Simplify and no Output', () => {
	expect(shownNames(new SocialPublishing(), { simplify: true })).toEqual(['simplify']);
	expect(shownNames(new SocialPublishingTool(), { simplify: true })).toEqual(['output']);
});

function shownOutputs(parameters: INodeParameters) {
	return shown(new SocialPublishingTool(), parameters).map((each) => each.default);
}

function shownNames(nodeType: SocialPublishing, parameters: INodeParameters) {
	return shown(nodeType, parameters).map(({ name }) => name);
}

/** The fields for the form of the output, as the editor shows them. */
function shown({ description }: SocialPublishing, parameters: INodeParameters) {
	const values: INodeParameters = { resource: 'post', operation: 'get', ...parameters };
	return description.properties.filter(
		(each) =>
			['simplify', 'output', 'fields'].includes(each.name) &&
			each.type !== 'hidden' &&
			NodeHelpers.displayParameter(values, each, { typeVersion: 1 }, description),
	);
}
