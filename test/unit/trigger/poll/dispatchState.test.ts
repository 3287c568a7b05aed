import { clock } from '../../../../nodes/SocialPublishing/shared/clock';
import { DispatchState } from '../../../../nodes/SocialPublishing/trigger/poll/dispatchState';

const MINUTE_MS = 60_000;
const START_MS = Date.UTC(2026, 0, 1);

afterEach(() => jest.restoreAllMocks());

function at(minute: number): void {
	jest.spyOn(clock, 'now').mockReturnValue(START_MS + minute * MINUTE_MS);
}

function emitted(dispatch = new DispatchState()) {
	let resolve: () => void = () => undefined;
	const promise = new Promise<undefined>((done) => (resolve = () => done(undefined)));
	const done = dispatch.emit({ promise, resolve, reject: () => undefined });
	return { dispatch, done };
}

/** [is it lost, is it stored] */
const stateOf = ({ isLost, isStored }: DispatchState) => [isLost, isStored];

it('an event whose execution does not begin within five minutes is lost', () => {
	at(0);
	const { dispatch } = emitted();
	at(4.99);
	expect(stateOf(dispatch)).toEqual([false, false]);
	at(5);
	expect(stateOf(dispatch)).toEqual([true, false]);
	emitted(dispatch);
	at(14.99);
	expect(dispatch.isLost).toBe(false);
	at(15);
	expect(dispatch.isLost).toBe(true);
});

it('an event whose execution has begun is stored', () => {
	at(0);
	const { dispatch } = emitted();
	expect([dispatch.begin(), dispatch.begin()]).toEqual([true, false]);
	expect(stateOf(dispatch)).toEqual([false, true]);
	at(60);
	expect(stateOf(dispatch)).toEqual([false, true]);
});

it('an event whose end n8n reports counts as stored after five minutes without a refusal', async () => {
	at(0);
	const { dispatch, done } = emitted();
	expect([done.resolve, done.resolve].length).toBe(2);
	expect([dispatch.isObserved, ...stateOf(dispatch)]).toEqual([true, false, false]);
	at(5);
	expect(stateOf(dispatch)).toEqual([false, true]);
	done.resolve(undefined);
	await done.promise;
	expect([dispatch.isObserved, ...stateOf(dispatch)]).toEqual([false, true, false]);
});

it('an event stays observed while n8n is still to report the end of another emission', async () => {
	at(0);
	const { dispatch, done } = emitted();
	const again = emitted(dispatch).done;
	done.resolve(undefined);
	void again.resolve;
	await done.promise;
	expect(dispatch.isObserved).toBe(true);
	again.resolve(undefined);
	await again.promise;
	expect(dispatch.isObserved).toBe(false);
});

it('the end of an emission that n8n did not observe leaves the next emission observed', async () => {
	const dispatch = new DispatchState();
	const promise = Promise.resolve(undefined);
	dispatch.emit({ promise, resolve: () => undefined, reject: () => undefined });
	await promise;
	const { done } = emitted(dispatch);
	void done.resolve;
	expect(dispatch.isObserved).toBe(true);
});

it('an event whose execution fails to start is lost at once; the next emission has five minutes again', () => {
	at(0);
	const { dispatch } = emitted();
	emitted(dispatch);
	dispatch.fail();
	expect(dispatch.isLost).toBe(true);
	emitted(dispatch);
	at(4.99);
	expect(dispatch.isLost).toBe(false);
	at(5);
	expect(dispatch.isLost).toBe(true);
});
