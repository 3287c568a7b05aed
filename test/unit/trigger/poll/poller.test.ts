import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { clock } from '../../../../nodes/SocialPublishing/shared/clock';
import { DispatchState } from '../../../../nodes/SocialPublishing/trigger/poll/dispatchState';
import {
	Poller,
	pollers,
	emptyState,
	encodeState,
} from '../../../../nodes/SocialPublishing/trigger/poll/poller';

afterEach(() => {
	pollers.clear();
	jest.restoreAllMocks();
});

function callWith(data: IDataObject, workflow = 'workflow', node = 'node'): IPollFunctions {
	return {
		getNode: () => ({ id: node }),
		getWorkflow: () => ({ id: workflow }),
		getWorkflowStaticData: () => data,
	} as unknown as IPollFunctions;
}

/** Static data that was stored at this time. */
function storedAt(changedAtMs: number, scope = 'scope'): IDataObject {
	const state = { ...emptyState(scope), changedAtMs };
	state.lists.posts.snapshots = new Map([['AAAAAAAA', { status: 'p' }]]);
	return { 'socialPublishingPollTrigger:node': encodeState(state) };
}

const open = (data: IDataObject, scope = 'scope') => Poller.open(callWith(data), scope);

it('the polling trigger loads its stored state after a restart, but not that of another workspace', () => {
	expect(open(storedAt(5)).state.lists.posts.snapshots?.size).toBe(1);
	expect(open(storedAt(5, 'other')).state.lists.posts.snapshots?.size).toBe(1);
	pollers.clear();
	expect(open(storedAt(5, 'other')).state.lists.posts.snapshots).toBeUndefined();
});

it.each([
	['newer, as another process has stored it', 6, false, 6],
	['of the same age', 5, false, 5],
	['older', 4, false, 5],
	['newer, but a poll is under way', 6, true, 5],
])(
	'the polling trigger uses the newer state if the stored state is %s',
	(_what, storedMs, isPolling, expected) => {
		const poller = open(storedAt(5));
		const { state } = poller;
		poller.isPolling = isPolling;
		expect(open(storedAt(storedMs))).toBe(poller);
		expect(poller.state.changedAtMs).toBe(expected);
		expect(poller.state === state).toBe(expected === 5);
		expect(open({})).toBe(poller);
		expect(poller.state.changedAtMs).toBe(expected);
	},
);

it('the polling trigger stores its state with a time that never decreases', () => {
	const nowMs = jest.spyOn(clock, 'now').mockReturnValue(7);
	const data = storedAt(5);
	const poller = open(data);
	poller.store(callWith(data));
	expect(data).toEqual(storedAt(7));
	nowMs.mockReturnValue(6);
	poller.store(callWith(data));
	expect(data).toEqual(storedAt(7));
});

it('dispatchStateOf finds an event only for the same node of the same workflow', () => {
	const dispatch = new DispatchState();
	open({}).dispatches.set('event', dispatch);
	expect(Poller.dispatchStateOf(callWith({}), 'event')).toBe(dispatch);
	expect(Poller.dispatchStateOf(callWith({}), 'other')).toBeUndefined();
	expect(Poller.dispatchStateOf(callWith({}, 'other'), 'event')).toBeUndefined();
	expect(Poller.dispatchStateOf(callWith({}, 'workflow', 'other'), 'event')).toBeUndefined();
});
