import type { IDataObject, IExecuteFunctions, IHookFunctions } from 'n8n-workflow';

import {
	isAboutChosen,
	readChosenAccounts,
	readEventTypes,
	readIncludeResource,
	readTriggerOptions,
	readWorkspaceId,
} from '../../../nodes/SocialPublishing/trigger/triggerParameters';
import { quietConnection } from '../support/quietConnection';

/** An n8n context with these parameters and without items. */
function having(parameters: IDataObject): IHookFunctions {
	return {
		getNodeParameter: (name: string, fallback: unknown) => parameters[name] ?? fallback,
	} as unknown as IHookFunctions;
}

it('the trigger has no options if an expression returns anything but an object', () => {
	expect(readTriggerOptions(having({ options: 'text' }))).toEqual({});
	expect(readTriggerOptions(having({ options: { a: 1 } }))).toEqual({ a: 1 });
});

it.each([
	[undefined, []],
	['post.failed', ['post.failed']],
	[
		['post.failed', 7, null, 'media.ready'],
		['post.failed', 'media.ready'],
	],
])('the trigger reads the events %j', (events, expected) => {
	expect(readEventTypes(having({ events }))).toEqual(expected);
});

it.each([
	[undefined, true],
	['true', false],
	[true, true],
	[false, false],
])('the trigger includes the resource if the field is %j: %s', (includeResource, expected) => {
	expect(readIncludeResource(having({ includeResource }))).toBe(expected);
});

it.each([
	[undefined, []],
	[[], []],
	['acc_1, acc_2', [{ text: 'acc_1, acc_2', parts: ['acc_1', 'acc_2'] }]],
	[
		['acc_1', 7],
		[
			{ text: 'acc_1', parts: ['acc_1'] },
			{ text: '7', parts: ['7'] },
		],
	],
])('the trigger reads the accounts %j', (accountIds, expected) => {
	expect(readChosenAccounts(having({ accountIds }))).toEqual(expected);
});

it.each([
	[[], ['a'], true],
	[['a', 'b'], ['b', 'c'], true],
	[['a'], ['b', 'c'], false],
	[['a'], [], true],
])(
	'if the accounts %j are chosen, an event about %j starts the workflow: %s',
	(chosen, named, expected) => {
		expect(isAboutChosen(chosen, named)).toBe(expected);
	},
);

it('the trigger reads its parameters for the first item if there are items', async () => {
	const asked: unknown[] = [];
	const chosen = 'w';
	const functions = {
		getInputData: () => [],
		getNodeParameter: (...parameters: unknown[]) => {
			asked.push(parameters);
			return chosen;
		},
	} as unknown as IExecuteFunctions;
	expect(await readWorkspaceId(functions, quietConnection())).toBe(chosen);
	expect(asked).toEqual([['workspaceId', 0, '', { extractValue: true }]]);
});
