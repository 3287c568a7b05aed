import type { IDataObject, IHookFunctions } from 'n8n-workflow';

import {
	TriggerState,
	type Registration,
	type WebhookKind,
} from '../../../nodes/SocialPublishing/trigger/state';

const registration: Registration = {
	...{ id: 'w1', baseUrl: 'https://s', workspacePath: '/w', url: 'u', secret: 's' },
};
const accounts = { entered: '["a"]', ids: ['1'] };

/** A call in n8n's process, for a workflow that only this test uses. */
function callWith(data: IDataObject): IHookFunctions {
	return {
		getNode: () => ({ id: 'node' }),
		getWorkflow: () => ({ id: expect.getState().currentTestName }),
		getWorkflowStaticData: () => data,
	} as unknown as IHookFunctions;
}

/** The static data of a workflow that has stored this. */
function storing(setup: object): IDataObject {
	const stored = { setup: JSON.stringify({ changedAtMs: 5, ...setup }), seen: '' };
	return { 'socialPublishingTrigger:node:production': stored };
}

function open(data: IDataObject, slot: WebhookKind = 'production'): TriggerState {
	return new TriggerState(callWith(data), slot);
}

it('the trigger state stores the webhook, the chosen accounts and the seen events, and reads them again', () => {
	const data: IDataObject = {};
	const state = open(data);
	state.registration = registration;
	state.accounts = accounts;
	state.store({ toJSON: () => 'AAAAAAAA' });
	const again = open(JSON.parse(JSON.stringify(data)));
	expect(again).toMatchObject({ registration, accounts, isUnsaved: false });
	expect(again.seen.toJSON()).toBe('AAAAAAAA');
});

it('the trigger state has no webhook and no chosen accounts if none are stored', () => {
	const data: IDataObject = {};
	open(data).store();
	for (const stored of [{}, data]) {
		const { registration: webhook, accounts: chosen, isUnsaved } = open(stored);
		expect([webhook, chosen, isUnsaved]).toEqual([undefined, undefined, false]);
	}
});

it('the trigger state keeps what was changed last, even if the clock is put back', () => {
	const data = storing({ registration, accounts, changedAtMs: 8e15 });
	const earlier = open(data);
	const state = open(data);
	state.accounts = { ...accounts, ids: ['2'] };
	state.store();
	earlier.store();
	expect(open(data).accounts).toEqual({ ...accounts, ids: ['2'] });
});

describe('the trigger state, after another call has stored old data,', () => {
	const newer = { ...registration, id: 'w2', secret: 't' };
	const old = storing({ registration });

	beforeEach(() => {
		const state = open({});
		state.registration = newer;
		state.store();
	});

	it('keeps the newer webhook', () => {
		expect(open(old).registration).toEqual(newer);
	});

	it('uses the stored webhook if it is as new as its own, or newer', () => {
		const data: IDataObject = {};
		open(data).store();
		const other: IDataObject = JSON.parse(JSON.stringify(data).replaceAll('w2', 'w3'));
		expect(open(other).registration?.id).toBe('w3');
		expect(open(storing({ registration, changedAtMs: 8e15 })).registration).toEqual(registration);
	});

	it('keeps a webhook that is not stored', () => {
		expect(open({})).toMatchObject({ registration: newer, isUnsaved: true });
		expect(open(old).isUnsaved).toBe(false);
		expect(open({}, 'test').registration).toBeUndefined();
	});

	it('forgets a webhook that has been deleted', () => {
		open({}).forget(newer);
		expect(open({}).registration).toBeUndefined();
		expect(open(old).registration).toBeUndefined();
	});

	it('does not forget a webhook that another activation has registered in the meantime', () => {
		open({}).forget(registration);
		expect(open({}).registration).toEqual(newer);
	});
});

it('the trigger state keeps a new webhook even before it is stored', () => {
	open({}).registration = registration;
	const stored = storing({ registration: { ...registration, id: 'w0' } });
	expect(open(stored).registration).toEqual(registration);
});

it('the trigger state keeps the seen events only for the same webhook', async () => {
	const data = storing({ registration });
	(await open(data).seen.reserve('a'))?.settle(true);
	expect(open(data).seen.has('a')).toBe(true);
	const other = { ...registration, secret: 'another' };
	expect(open(storing({ registration: other, changedAtMs: 6 })).seen.has('a')).toBe(false);
});
