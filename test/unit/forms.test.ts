import { NodeHelpers, type INodeParameters, type INodeProperties } from 'n8n-workflow';

import { SocialPublishing } from '../../nodes/SocialPublishing/SocialPublishing.node';
import { resources } from '../../nodes/SocialPublishing/actions/resources';
import { contentUpdateFields } from '../../nodes/SocialPublishing/actions/post/content/contentProperties';
import { buildWorkflow, savedNode } from '../engine/workflow';
import { allFields } from './support/formFields';

const { properties, subtitle } = new SocialPublishing().description;

it.each(
	allFields(properties)
		.filter(({ name }) => name !== 'resource' && name !== 'operation')
		.filter(({ type }) => !['collection', 'fixedCollection', 'hidden', 'notice'].includes(type))
		.map((field) => [field.displayName, field] as const),
)(
	'the field %s has a description that tells an AI Agent how to fill it in',
	(_name, { description }) => {
		expect(description).toMatch(/\w+ \w+ \w+/);
	},
);

it.each(['workspaceId', 'afterCreate', 'waitForOutcome', 'checkedPlatform'])(
	'the field %s has a hint for the AI builder',
	(name) => {
		for (const field of properties.filter((each) => each.name === name)) {
			expect(field.builderHint?.propertyHint).toMatch(/^[A-Z].+\.$/);
		}
	},
);

describe('technical terms', () => {
	const JARGON = /\be-?tag|idempoten|binary|\b202\b|\bhttp\b|\bendpoint|\bpayload/i;
	const wordsOf = ({ displayName, hint, description, options = [] }: INodeProperties) => [
		displayName,
		hint,
		description,
		...options.flatMap((option) =>
			'value' in option ? [option.name, option.description, option.action] : [],
		),
	];

	it.each(properties.map((field) => [field.displayName, field] as const))(
		'do not appear in the texts of the field %s',
		(_name, field) => {
			for (const words of wordsOf(field)) expect(words ?? '').not.toMatch(JARGON);
		},
	);
});

describe('the subtitle', () => {
	const subtitleOf = (parameters: INodeParameters) => {
		const setup = { nodeType: new SocialPublishing(), parameters };
		const node = savedNode(setup, {});
		const { expression, nodes } = buildWorkflow(setup, node);
		return expression.getSimpleParameterValue(nodes[node.name] ?? node, subtitle, 'internal', {});
	};

	it.each([
		['post', 'create', 'draft', 'create: post'],
		['post', 'create', 'publish', 'create + publish: post'],
		['post', 'create', 'schedule', 'create + schedule: post'],
		['post', 'create', '={{ $json.then }}', 'create: post'],
		['post', 'publish', undefined, 'publish: post'],
		['webhook', 'create', undefined, 'create: webhook'],
	])('for %s, %s, %s is "%s"', (resource, operation, afterCreate, expected) => {
		const parameters = { resource, operation, ...(afterCreate && { afterCreate }) };
		expect(subtitleOf(parameters)).toBe(expected);
	});
});

describe('options that apply only to waiting', () => {
	const shown = (operation: string, root: INodeParameters) => {
		const form = properties.find(({ name, displayOptions: { show = {} } = {} }) => {
			return (
				name === 'options' && show.resource?.includes('post') && show.operation?.includes(operation)
			);
		});
		return allFields([form ?? []].flat())
			.filter((field) => field.displayOptions?.show?.resource === undefined)
			.filter((field) => NodeHelpers.displayParameter({}, field, null, null, root))
			.map(({ name }) => name)
			.filter((name) => name === 'timeout' || name === 'failOn');
	};

	it.each([
		['publish', {}],
		['retryDelivery', {}],
		['retryFailed', {}],
		['create', { afterCreate: 'publish' }],
	])('are shown in %s if it may wait', (operation, others) => {
		expect(shown(operation, { ...others, waitForOutcome: true })).toHaveLength(2);
		expect(shown(operation, { ...others, waitForOutcome: '={{ $json.wait }}' })).toHaveLength(2);
		expect(shown(operation, { ...others, waitForOutcome: false })).toEqual([]);
	});

	it('are shown in create only if it publishes', () => {
		for (const afterCreate of ['draft', 'schedule']) {
			expect(shown('create', { afterCreate, waitForOutcome: true })).toEqual([]);
		}
	});

	it('are always shown in the operation that only waits', () => {
		expect(shown('waitForOutcome', {})).toHaveLength(2);
	});
});

describe('the form of a new post', () => {
	const namesOf = (operation: string) =>
		properties
			.filter(({ displayOptions: { show = {} } = {} }) => {
				return show.resource?.includes('post') && show.operation?.includes(operation);
			})
			.map(({ name }) => name);

	it('shows When to Publish before media, and fields for experts last', () => {
		const order = [
			'workspaceId',
			'accountIds',
			'text',
			'afterCreate',
			'mediaSource',
			'idempotency',
		];
		const names = namesOf('create').filter((name) => order.includes(name));
		expect(names).toEqual(order);
		expect(namesOf('create').at(-1)).toBe('options');
	});

	it.each(['publish', 'schedule'])(
		'is mentioned in the form of %s, whose name is similar',
		(operation) => {
			expect(namesOf(operation)[0]).toBe('referral');
		},
	);
});

it('the text is the first field of an update', () => {
	const [first] = contentUpdateFields.options ?? [];
	expect(first).toMatchObject({ name: 'text' });
});

it('no label ends with "Name or ID", which n8n adds to lists', () => {
	for (const { displayName } of allFields(properties)) {
		expect(displayName).not.toMatch(/Names? or IDs?/);
	}
});

it('the most used resources and actions come first', () => {
	expect(resources.map(({ option }) => option.value).slice(0, 2)).toEqual(['post', 'media']);
	expect(resources[0]?.operations.map(({ option }) => option.value).slice(0, 3)).toEqual([
		'create',
		'publish',
		'schedule',
	]);
});
