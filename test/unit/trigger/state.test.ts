import type { IDataObject, IHookFunctions } from 'n8n-workflow';

import {
	TriggerState,
	unpersistedRegistration,
	type Registration,
	type WebhookKind,
} from '../../../nodes/SocialPublishing/trigger/state';

const location = { id: 'w1', baseUrl: 'https://s', workspacePath: '/w', url: 'u', listedUrl: 'l' };
const registration: Registration = { ...location, secret: 's', createdAtMs: 5, owner: 'o' };

/** A call in the process of n8n, whose memory a workflow of another test does not share. */
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
	return TriggerState.open(callWith(data), slot);
}

it('stores the webhook, what is left behind and the seen events, and reads them again', () => {
	const data: IDataObject = {};
	const state = open(data);
	state.registration = registration;
	state.pendingDeletions = [location];
	state.store({ 1: 'AAAAAAAA' });
	const stored = { registration, leftBehind: [location], seen: { 1: 'AAAAAAAA' } };
	expect(data).toEqual(storing(stored));
	const again = open(data);
	expect(again.registration).toEqual(registration);
	expect(again.pendingDeletions).toEqual([location]);
	expect(again.seen.toJSON()).toEqual(stored.seen);
});

it('stores nothing about a webhook that does not exist', () => {
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
])('takes a webhook with %s for none', (_what, stored) => {
	const state = open(storing({ registration: stored, leftBehind: [stored, location] }));
	expect(state.registration).toBeUndefined();
	expect(state.pendingDeletions).toEqual([location]);
});

it('takes a webhook without an owner for none', () => {
	const stored = { ...registration, owner: undefined };
	expect(open(storing({ registration: stored })).registration).toBeUndefined();
});

it('has nothing left behind where no list of it is stored', () => {
	expect(open(storing({ registration, leftBehind: location })).pendingDeletions).toEqual([]);
	expect(open(storing('text')).pendingDeletions).toEqual([]);
});

it('reads a webhook whose secret was lost, and of which the service told no address', () => {
	const stored = { ...registration, listedUrl: '', secret: '' };
	expect(open(storing({ registration: stored })).registration).toEqual(stored);
});

describe('when another call has stored old data in the meantime', () => {
	const newer = { ...registration, id: 'w2', secret: 't', createdAtMs: 6 };
	const old = storing({ registration, leftBehind: [location], seen: { 1: 'AAAAAAAA' } });

	beforeEach(() => {
		const state = open({});
		state.registration = newer;
		state.store({ 1: 'BBBBBBBB' });
	});

	it('knows the newer webhook and what it has left behind', () => {
		const state = open(old);
		expect([state.registration, state.pendingDeletions]).toEqual([newer, []]);
	});

	it('takes a webhook as new as its own for the one to use', () => {
		const other = { ...registration, id: 'w3', createdAtMs: 6 };
		expect(open(storing({ registration: other })).registration).toEqual(other);
	});

	it('knows the webhook that is not stored', () => {
		expect(unpersistedRegistration(callWith({}), 'production')).toEqual(newer);
		expect(unpersistedRegistration(callWith(old), 'production')).toBeUndefined();
		expect(unpersistedRegistration(callWith({}), 'test')).toBeUndefined();
	});

	it('forgets a webhook that has been deleted', () => {
		open({}).registration = undefined;
		expect(unpersistedRegistration(callWith({}), 'production')).toBeUndefined();
	});
});

it('knows a webhook from its creation on, not only once it is stored', () => {
	open({}).registration = registration;
	expect(open(storing({ registration: { ...registration, createdAtMs: 4 } })).registration).toEqual(
		registration,
	);
});

it('remembers the seen events of the same webhook alone', async () => {
	const data = storing({ registration });
	(await open(data).seen.reserve('a'))?.settle(true);
	expect(open(data).seen.has('a')).toBe(true);
	const other = { ...registration, secret: 'another' };
	expect(open(storing({ registration: other })).seen.has('a')).toBe(false);
});

it('remembers which test webhooks are left behind, although n8n discards the data of a test', () => {
	const state = open({}, 'test');
	state.pendingDeletions = [location];
	state.store();
	expect(open({}, 'test').pendingDeletions).toEqual([location]);
	expect(open({}).pendingDeletions).toEqual([]);
});
