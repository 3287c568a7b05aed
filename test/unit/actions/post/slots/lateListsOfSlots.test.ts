import { dialects } from '../../../../service';
import { HOUR_MS } from '../../createRecords';
import { ByHand } from '../../../support/byHand';
import { errorOf, SlotHarness, timesOf, titles } from './queue';

const harness = new SlotHarness();
const byHand = new ByHand(harness);

/** How long the list of posts takes to show a change. */
let delayMs = 0;

/** The states in which each post has been, with the times since when. */
type History = Array<{ sinceMs: number; post: Record<string, unknown> }>;
const histories = new Map<unknown, History>();

/** The post as it was some time ago; undefined if it is newer. */
function listedPost(post: Record<string, unknown>) {
	const now = harness.service.clock.now();
	const history = histories.get(post.id) ?? [];
	histories.set(post.id, history);
	const isNew = history.at(-1)?.post.scheduled_at !== post.scheduled_at;
	if (isNew) history.push({ sinceMs: now, post });
	return history.findLast(({ sinceMs }) => sinceMs <= now - delayMs)?.post;
}

beforeEach(async () => {
	histories.clear();
	await harness.open({ dialect: { ...dialects.first, listedPost } });
	let count = 8;
	harness.service.state.newId = (kind) => `${kind}_${++count}`;
	await harness.beginAt('07:00');
});
afterEach(async () => await harness.close());

const accountIds = () =>
	['Bread on Shortpost', 'Cakes on Pagebook'].map((name) => harness.service.accountId(name));

it('items of a run that have an account in common never share a slot', async () => {
	delayMs = 45_000;
	const items = titles('One', 'Two').map(({ json }, index) => ({
		json: { ...json, accounts: accountIds().slice(0, index + 1) },
	}));
	const run = await harness.post(items, { accountIds: '={{ $json.accounts }}' });
	expect(errorOf(run)).toBeUndefined();
	expect(timesOf(harness.queue)).toEqual(['08:00 One', '12:00 Two']);
});

it('executions of a process, one after the other, never share a slot', async () => {
	delayMs = 45_000;
	for (const name of ['One', 'Two', 'Three']) {
		expect(errorOf(await harness.post(titles(name)))).toBeUndefined();
	}
	expect(timesOf(harness.queue)).toEqual(['08:00 One', '12:00 Two', '18:00 Three']);
});

it('the output of a post that has moved states its time, although the list still shows the earlier one', async () => {
	delayMs = 12_000;
	const other = await harness.startProcess();
	const until = async () => {
		await harness.post(titles('Other'), {}, { nodeType: other.nodeType, workflowId: 'other' });
		await harness.service.clock.advance(delayMs);
	};
	harness.service.faults.add({
		operation: 'create_post',
		action: { kind: 'hold', when: 'before', until },
	});
	const { items } = await harness.post(titles('One'), { simplify: true });
	expect(timesOf(harness.queue)).toEqual(['08:00 Other', '12:00 One']);
	expect(items[0]?.json.message).toContain('12:00 (UTC)');
	expect(items[0]?.json).not.toHaveProperty('slot_shared');
});

it('a slot is free again once somebody has cancelled, deleted or moved its post', async () => {
	delayMs = HOUR_MS;
	await harness.post(titles('One', 'Two', 'Three'));
	const [one, two, three] = harness.scheduled.map(({ id }) => id);
	await byHand.cancel(one ?? '');
	await byHand.delete(two ?? '');
	const { schedule } = harness.service.state.posts.get(three ?? '') ?? {};
	if (schedule) schedule.atMs += HOUR_MS;

	expect(errorOf(await harness.post(titles('Four', 'Five', 'Six')))).toBeUndefined();
	expect(timesOf(harness.queue)).toEqual(['08:00 Four', '12:00 Five', '18:00 Six', '19:00 Three']);
});
