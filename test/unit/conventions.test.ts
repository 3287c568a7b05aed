import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodePropertyOptions } from 'n8n-workflow';

import { SocialPublishing } from '../../nodes/SocialPublishing/SocialPublishing.node';
import { resources } from '../../nodes/SocialPublishing/actions/resources';
import { contentUpdateFields } from '../../nodes/SocialPublishing/actions/post/content/contentProperties';
import { eventOptions } from '../../nodes/SocialPublishing/properties/events';
import { dialects, eventTypes } from '../service';
import { allOperations } from '../service/routes';
import { allFields } from './support/formFields';

const root = path.join(__dirname, '../..');
const actions = path.join(root, 'nodes/SocialPublishing/actions');

const operations = resources.flatMap(({ option, operations: own }) =>
	own.map((operation) => ({ resource: option.value, ...operation })),
);
const named = operations.map((each) => [`${each.resource}:${each.option.value}`, each] as const);

const isChoice = (option: object): option is INodePropertyOptions =>
	'name' in option && 'value' in option && !('type' in option);

const fields = allFields(new SocialPublishing().description.properties);
const ofType = (type: string) =>
	fields.filter((field) => field.type === type).map((field) => [field.displayName, field] as const);

// `readParameter` ignores these settings.
it('no field asks n8n to validate its value or to extract a part of it', () => {
	const modes = fields.flatMap((field) => field.modes ?? []);
	expect(modes.length).toBeGreaterThan(0);
	for (const each of [...fields, ...modes]) {
		expect(each).not.toHaveProperty('validateType');
		expect(each).not.toHaveProperty('extractValue');
	}
});

it('every operation in resources.ts is in actions/<resource>/<value>.operation.ts, and no other is', () => {
	const files = readdirSync(actions, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.operation.ts'))
		.map((file) => file.replace('.operation.ts', '').split(path.sep).join(':'));
	expect(files.sort()).toEqual(named.map(([name]) => name).sort());
});

it('every resource has a singular name and a folder for its operations', () => {
	for (const { option } of resources) {
		expect(option.name).not.toMatch(/[^s]s$/);
		expect(existsSync(path.join(actions, option.value))).toBe(true);
	}
});

describe.each(named)('%s', (_name, { option, properties }) => {
	it("follows n8n's conventions for names and descriptions", () => {
		expect(option.action).toMatch(/^[A-Z][^A-Z]*$|^[A-Z][\w ]* MCP|URL/);
		expect(option.action).not.toMatch(/\.$| (an?|the) /);
		expect(option.description).not.toMatch(/\.$/);
		if (option.value === 'getAll') {
			expect(option.name).toBe('Get Many');
			expect(option.action).toMatch(/^Get many \w+/);
			expect(properties.map(({ name }) => name)).toEqual(
				expect.arrayContaining(['returnAll', 'limit']),
			);
		}
	});

	it('lists its optional fields in alphabetical order', () => {
		for (const { type, options = [] } of properties.filter(
			// The fields of a post are sorted by how often they are used.
			(field) => field.type === 'collection' && field !== contentUpdateFields,
		)) {
			const names = options.map((each) => ('displayName' in each ? each.displayName : each.name));
			expect([type, names]).toEqual([type, [...names].sort((a, b) => a.localeCompare(b))]);
		}
	});
});

it.each(ofType('boolean'))(
	'the description of the switch %s begins with "Whether"',
	(_name, { description }) => {
		expect(description).toMatch(/^Whether /);
	},
);

it.each(
	fields
		.filter(({ description }) => description)
		.map((field) => [field.displayName, field] as const),
)(
	'the description of %s ends with a full stop only if it has several sentences',
	(_name, { description = '' }) => {
		const isOneSentence = !/[.!?] [A-Z]/.test(description.replace(/<[^>]+>/g, ''));
		expect(/\.$/.test(description)).toBe(!isOneSentence);
	},
);

it('placeholders are examples that begin with "e.g."', () => {
	const texts = fields
		.flatMap((field) => [field, ...(field.modes ?? [])])
		.filter(({ type }) => type === 'string' || type === 'json' || type === 'number')
		.map((field) => field.placeholder)
		.filter((text) => text !== undefined);
	expect(texts.length).toBeGreaterThan(20);
	expect(texts.filter((text) => !text.startsWith('e.g. '))).toEqual([]);
});

it.each([...ofType('options'), ...ofType('multiOptions')])(
	'the choices of %s are in alphabetical order if there are five or more',
	(_name, { name: fieldName, options = [] }) => {
		// The editor lists actions in this order, so the most used come first.
		if (fieldName === 'resource' || fieldName === 'operation') return;
		// Weekdays are in the order of the week.
		if (fieldName === 'weekdays') return;
		// The most used events come first.
		if (fieldName === 'events') return;
		// The choice that leaves the field unset comes first.
		const set = options.filter(isChoice).filter(({ value }) => value !== '');
		const names = set.map(({ name }) => name);
		if (names.length < 5) return;
		expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
	},
);

it.each(['', 'Trigger', 'PollTrigger'])(
	"SocialPublishing%s.node.json has only categories of n8n's list",
	(node) => {
		const file = path.join(root, `nodes/SocialPublishing/SocialPublishing${node}.node.json`);
		const codex: unknown = JSON.parse(readFileSync(file, 'utf8'));
		expect(codex).toMatchObject({ categories: ['Marketing & Content', 'Communication'] });
	},
);

it('the triggers offer exactly the event types of test/service/core/events.ts', () => {
	const offered = eventOptions.map(({ value }) => value);
	expect(offered.sort()).toEqual([...eventTypes].sort());
});

describe('the table in docs/development/routes.md', () => {
	const rows = readFileSync(path.join(root, 'docs/development/routes.md'), 'utf8')
		.split('\n')
		.map((line) => /^\| `([A-Z]+ \S+)`\s+\| `(\w+:\w+)`\s+\|$/.exec(line))
		.filter((match) => match !== null)
		.map(([, route = '', operation = '']) => ({ route, operation }));

	it('names every route of the service once, and no other', () => {
		const routes = allOperations(dialects.first).map(
			({ method, route }) =>
				`${method} ${route.replace('/workspaces/:workspace_id', 'W').replace(/:(\w+)/g, '{$1}')}`,
		);
		expect(routes).toHaveLength(35);
		expect(rows.map(({ route }) => route).sort()).toEqual(routes.sort());
	});

	it.each(rows.map(({ route, operation }) => [route, operation]))(
		'lists %s with an existing operation: %s',
		(_route, operation) => {
			expect(named.map(([name]) => name)).toContain(operation);
		},
	);

	it('has a route for every operation of the REST interface', () => {
		const documented = new Set(rows.map(({ operation }) => operation));
		const names = named.map(([name]) => name).filter((name) => !name.startsWith('assistantTool:'));
		// These use the routes of other operations.
		const shared = new Set([
			'post:getCalendar',
			'post:preview',
			'post:waitForOutcome',
			'post:retryFailed',
			'post:upsert',
		]);
		const missing = names.filter((name) => !documented.has(name) && !shared.has(name));
		expect(missing).toEqual([]);
	});
});
