import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { runNode } from '../../engine';
import {
	callTool,
	credentialsFor,
	openTools,
	result,
	ScriptedTools,
	structured,
	tool,
} from './scriptedTools';

let endpoint: ScriptedTools;

afterEach(async () => await endpoint.close());

it('a tool that is on two pages of the list is offered once', async () => {
	const [one, two, three] = ['one', 'two', 'three'].map((name) => tool(name, {}));
	endpoint = await ScriptedTools.open('/mcp', ({ params }) =>
		result(
			params.cursor === 'more'
				? { tools: [two, three] }
				: { tools: [one, two], nextCursor: 'more' },
		),
	);
	const { items } = await runNode({
		nodeType: new SocialPublishing(),
		credentials: credentialsFor(endpoint),
		parameters: { resource: 'assistantTool', operation: 'getAll', returnAll: true },
	});
	expect(items.map(({ json }) => json.name)).toEqual(['one', 'two', 'three']);
});

it.each([
	['c2', true],
	[null, false],
])(
	'a hint shows whether a tool has returned a part of a list: the next cursor is %j',
	async (cursor, goesOn) => {
		const list = { data: { items: [{ id: 1 }], next_cursor: cursor } };
		endpoint = await openTools([], { list_posts: structured(list) });
		const { items, hints } = await callTool(endpoint, 'list_posts');
		expect(items.map(({ json }) => json)).toEqual([{ id: 1 }]);
		expect(hints.some(({ message }) => message.includes('The list goes on.'))).toBe(goesOn);
		const { hints: ofRaw } = await callTool(
			endpoint,
			'list_posts',
			{},
			{ options: { simplify: false } },
		);
		expect(ofRaw).toEqual([]);
	},
);

it.each([
	[false, 1],
	['false', 1],
	['true', 2],
	['', 2],
])('Simplify may come from an expression: %j', async (simplify, count) => {
	const list = { data: { items: [{ id: 1 }, { id: 2 }], next_cursor: null } };
	endpoint = await openTools([], { list_posts: structured(list) });
	const { items } = await callTool(endpoint, 'list_posts', {}, { options: { simplify } });
	expect(items).toHaveLength(count);
});
