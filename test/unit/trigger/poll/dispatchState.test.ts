import { clock } from '../../../../nodes/SocialPublishing/shared/clock';
import { DispatchState } from '../../../../nodes/SocialPublishing/trigger/poll/dispatchState';

const MINUTE_MS = 60_000;
const START_MS = Date.UTC(2026, 0, 1);

afterEach(() => jest.restoreAllMocks());

function at(minute: number): void {
	jest.spyOn(clock, 'now').mockReturnValue(START_MS + minute * MINUTE_MS);
}

function emitted(handover = new DispatchState()) {
	let resolve: () => void = () => undefined;
	const promise = new Promise<undefined>((done) => (resolve = () => done(undefined)));
	const done = handover.emit({ promise, resolve, reject: () => undefined });
	return { handover, done };
}

/** [is it lost, is it stored] */
const stateOf = ({ isLost, isStored }: DispatchState) => [isLost, isStored];

it('an event whose execution does not begin within five minutes is lost', () => {
	at(0);
	const { handover } = emitted();
	at(4.99);
	expect(stateOf(handover)).toEqual([false, false]);
	at(5);
	expect(stateOf(handover)).toEqual([true, false]);
	emitted(handover);
	at(14.99);
	expect(handover.isLost).toBe(false);
	at(15);
	expect(handover.isLost).toBe(true);
});

it('an event whose execution has begun is stored', () => {
	at(0);
	const { handover } = emitted();
	expect([handover.begin(), handover.begin()]).toEqual([true, false]);
	expect(stateOf(handover)).toEqual([false, true]);
	at(60);
	expect(stateOf(handover)).toEqual([false, true]);
});

it('an event of which n8n tells the end is stored once it has had five minutes to refuse it', async () => {
	at(0);
	const { handover, done } = emitted();
	expect([done.resolve, done.resolve].length).toBe(2);
	expect([handover.isObserved, ...stateOf(handover)]).toEqual([true, false, false]);
	at(5);
	expect(stateOf(handover)).toEqual([false, true]);
	done.resolve(undefined);
	await done.promise;
	expect([handover.isObserved, ...stateOf(handover)]).toEqual([false, true, false]);
});

it('an event stays held while n8n tells the end of another emission', async () => {
	at(0);
	const { handover, done } = emitted();
	const again = emitted(handover).done;
	done.resolve(undefined);
	void again.resolve;
	await done.promise;
	expect(handover.isObserved).toBe(true);
	again.resolve(undefined);
	await again.promise;
	expect(handover.isObserved).toBe(false);
});

it('an event that n8n has never held is not held after its end', async () => {
	const handover = new DispatchState();
	const promise = Promise.resolve(undefined);
	handover.emit({ promise, resolve: () => undefined, reject: () => undefined });
	await promise;
	const { done } = emitted(handover);
	void done.resolve;
	expect(handover.isObserved).toBe(true);
});

it('an event whose execution has failed to start is lost at once, and has five minutes again', () => {
	at(0);
	const { handover } = emitted();
	emitted(handover);
	handover.fail();
	expect(handover.isLost).toBe(true);
	emitted(handover);
	at(4.99);
	expect(handover.isLost).toBe(false);
	at(5);
	expect(handover.isLost).toBe(true);
});
