import type { IDataObject, IHookFunctions } from 'n8n-workflow';

import {
	TriggerState,
	type Registration,
	type WebhookKind,
} from '../../../nodes/SocialPublishing/trigger/state';

const location = { id: 'w1', baseUrl: 'https://s', workspacePath: '/w', url: 'u' };
const registration: Registration = { ...location, secret: 's', createdAtMs: 5 };

/** A call in n8n's process, for a workflow that only this test uses. */
function callWith(data: IDataObject): IHookFunctions {
	return {
		getNode: () => ({ id: 'node' }),
		getWorkflow: () => ({ id: expect.getState().currentTestName }),
		getWorkflowStaticData: () => data,
	} as unknown as IHookFunctions;
}

/** The static data of a workflow that has stored this. */
function storing(stored: unknown, slot: WebhookKind = 'production'): IDataObject {
	return { [`socialPublishingTrigger:node:${slot}`]: stored } as IDataObject;
}

function open(data: IDataObject, slot: WebhookKind = 'production'): TriggerState {
	return new TriggerState(callWith(data), slot);
}

it('the trigger state stores the webhook and the seen events, and reads them again', () => {
	const data: IDataObject = {};
	const state = open(data);
	state.registration = registration;
	state.store({ toJSON: () => 'AAAAAAAA' });
	const stored = { registration, seen: 'AAAAAAAA' };
	const saved = JSON.parse(JSON.stringify(data)) as IDataObject;
	expect(saved).toEqual(storing(stored));
	const again = open(saved);
	expect(again.registration).toEqual(registration);
	expect(again.seen.toJSON()).toEqual(stored.seen);
});

it('the trigger state stores no webhook if there is none', () => {
	const data: IDataObject = {};
	open(data).store();
	expect(data).toEqual(storing({ seen: expect.anything() }));
});

it.each([
	['nothing', undefined],
	['a text', 'text'],
	['a list', [registration]],
	['no ID', { ...registration, id: undefined }],
	['no address of the service', { ...registration, baseUrl: '' }],
	['no workspace', { ...registration, workspacePath: 7 }],
	['no address of its own', { ...registration, url: '' }],
])('the trigger state ignores a stored webhook with %s', (_what, stored) => {
	expect(open(storing({ registration: stored })).registration).toBeUndefined();
});

it('the trigger state reads a webhook without a secret', () => {
	const stored = { ...registration, secret: '' };
	expect(open(storing({ registration: stored })).registration).toEqual(stored);
});

it('the trigger state has no chosen accounts if none that can be read are stored', () => {
	expect(open(storing({ chosenAccounts: 'text' })).chosenAccounts.size).toBe(0);
	expect(open(storing({ chosenAccounts: { ids: [], atMs: 'x' } })).chosenAccounts.size).toBe(0);
});

it('the trigger state keeps the chosen accounts that were resolved last, even if the clock is put back', () => {
	const data = storing({ registration, chosenAccounts: { ids: { a: ['1'] }, atMs: 8e15 } });
	const earlier = open(data);
	const state = open(data);
	state.chosenAccounts = new Map([['a', ['2']]]);
	state.store();
	earlier.store();
	expect(open(data).chosenAccounts).toEqual(new Map([['a', ['2']]]));
});

describe('the trigger state, after another call has stored old data,', () => {
	const newer = { ...registration, id: 'w2', secret: 't', createdAtMs: 6 };
	const old = storing({ registration, seen: { 1: 'AAAAAAAA' } });

	beforeEach(() => {
		const state = open({});
		state.registration = newer;
		state.store({ 1: 'BBBBBBBB' });
	});

	it('keeps the newer webhook', () => {
		expect(open(old).registration).toEqual(newer);
	});

	it('uses the stored webhook if it is as new as its own', () => {
		const other = { ...registration, id: 'w3', createdAtMs: 6 };
		expect(open(storing({ registration: other })).registration).toEqual(other);
	});

	it('keeps a webhook that is not stored', () => {
		expect(open({}).unpersisted).toEqual(newer);
		expect(open(old).unpersisted).toBeUndefined();
		expect(open({}, 'test').unpersisted).toBeUndefined();
	});

	it('forgets a webhook that has been deleted', () => {
		open({}).registration = undefined;
		expect(open({}).unpersisted).toBeUndefined();
	});
});

it('the trigger state keeps a new webhook even before it is stored', () => {
	open({}).registration = registration;
	expect(open(storing({ registration: { ...registration, createdAtMs: 4 } })).registration).toEqual(
		registration,
	);
});

it('the trigger state keeps the seen events only for the same webhook', async () => {
	const data = storing({ registration });
	(await open(data).seen.reserve('a'))?.settle(true);
	expect(open(data).seen.has('a')).toBe(true);
	const other = { ...registration, secret: 'another' };
	expect(open(storing({ registration: other })).seen.has('a')).toBe(false);
});
