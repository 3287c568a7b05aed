import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { clock } from '../../../../nodes/SocialPublishing/shared/clock';
import { EventHandover } from '../../../../nodes/SocialPublishing/trigger/poll/eventHandover';
import { Watch, watches } from '../../../../nodes/SocialPublishing/trigger/poll/watch';

afterEach(() => {
	watches.clear();
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
	return { 'socialPublishingPollTrigger:node': { scope, changedAtMs, posts: 'AAAAAAAAp' } };
}

const open = (data: IDataObject, scope = 'scope') => Watch.open(callWith(data), scope);

it('knows after a restart what was stored, and nothing of another workspace', () => {
	expect(open(storedAt(5)).state.posts?.size).toBe(1);
	expect(open(storedAt(5, 'other')).state.posts?.size).toBe(1);
	watches.clear();
	expect(open(storedAt(5, 'other')).state.posts).toBeUndefined();
});

it('starts afresh when another workspace is chosen', () => {
	const before = open(storedAt(5));
	const after = open(storedAt(5), 'other');
	expect(after).not.toBe(before);
	expect([after.state.scope, after.state.posts]).toEqual(['other', undefined]);
});

it.each([
	['newer, as another process has stored it', 6, false, 6],
	['as old', 5, false, 5],
	['older', 4, false, 5],
	['newer, but a poll is under way', 6, true, 5],
])(
	'remembers the newer state where the stored one is %s',
	(_what, storedMs, isPolling, expected) => {
		const watch = open(storedAt(5));
		const { state } = watch;
		watch.isPolling = isPolling;
		expect(open(storedAt(storedMs))).toBe(watch);
		expect(watch.state.changedAtMs).toBe(expected);
		expect(watch.state === state).toBe(expected === 5);
		expect(open({})).toBe(watch);
		expect(watch.state.changedAtMs).toBe(expected);
	},
);

it('stores its state with the time, which never goes back', () => {
	const nowMs = jest.spyOn(clock, 'now').mockReturnValue(7);
	const data = storedAt(5);
	const watch = open(data);
	watch.store(callWith(data));
	expect(data).toMatchObject(storedAt(7));
	nowMs.mockReturnValue(6);
	watch.store(callWith(data));
	expect(data).toMatchObject(storedAt(7));
});

it('finds the handover of an event of the same node in the same workflow', () => {
	const handover = new EventHandover();
	open({}).handovers.set('event', handover);
	expect(Watch.handoverOf(callWith({}), 'event')).toBe(handover);
	expect(Watch.handoverOf(callWith({}), 'other')).toBeUndefined();
	expect(Watch.handoverOf(callWith({}, 'other'), 'event')).toBeUndefined();
	expect(Watch.handoverOf(callWith({}, 'workflow', 'other'), 'event')).toBeUndefined();
});
