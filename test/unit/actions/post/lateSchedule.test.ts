import { clock } from '../../../../nodes/SocialPublishing/shared/clock';
import type { NodeRun } from '../../../engine';
import { byId, useNodeHarness } from '../../support/nodeHarness';
import { useScriptedService } from '../../support/scriptedService';
import { draft, made } from '../createRecords';

/** A schedule must be 30 seconds ahead when it is first sent, but not when a lost attempt is repeated. */

const HOUR_MS = 3_600_000;
/** More attempts than one run of the node makes, which takes about 7.5 seconds. */
const EVERY_ATTEMPT = 5;

const harness = useNodeHarness();
const scripted = useScriptedService();

const inSeconds = (seconds: number) =>
	harness.service.clock.iso(harness.service.clock.now() + seconds * 1_000);
const lose = (operation: string, when: 'before' | 'after', times = EVERY_ATTEMPT) =>
	harness.service.faults.add({ operation, times, action: { kind: 'drop', when } });
const scheduledPost = (scheduledAt: string) => ({
	text: 'Bread',
	accountIds: [harness.service.accountId('Bread on Shortpost')],
	afterCreate: 'schedule',
	scheduledAt,
});

it('Retry On Fail repeats an accepted schedule whose response was lost, even if its time is too close by then', async () => {
	const { postId } = await draft(harness);
	lose('schedule_post', 'after');
	const { items, error } = await harness.run(
		'post',
		'schedule',
		{ postId, scheduledAt: inSeconds(33) },
		{ retryOnFail: { maxTries: 2, waitBetweenTriesMs: 1 } },
	);

	expect(error).toBeUndefined();
	expect(items[0]?.json.status).toBe('scheduled');
});

it.each(['create_post', 'schedule_post'])(
	'a Retry of the execution an hour later continues after a lost %s',
	async (operation) => {
		const parameters = scheduledPost(inSeconds(2 * 3_600));
		lose(operation, 'after');
		const failed = await harness.run('post', 'create', parameters);
		expect(failed.error?.description).toContain('may have succeeded');
		await harness.service.clock.advance(HOUR_MS);

		const retried = await harness.run('post', 'create', parameters, { retryOf: failed });

		expect(retried.error).toBeUndefined();
		expect(retried.items[0]?.json.status).toBe('scheduled');
		expect(harness.service.state.posts.size).toBe(1);
	},
);

it('a Retry after the time of an accepted schedule finds the post', async () => {
	const parameters = scheduledPost(inSeconds(60));
	lose('schedule_post', 'after');
	const failed = await harness.run('post', 'create', parameters);
	await harness.service.clock.advance(HOUR_MS);

	const retried = await harness.run('post', 'create', parameters, { retryOf: failed });
	expect(retried.error).toBeUndefined();
	expect(harness.service.state.posts.size).toBe(1);
});

it('a schedule that never arrived is an error once its time is too close', async () => {
	const parameters = scheduledPost(inSeconds(60));
	lose('schedule_post', 'before');
	const failed = await harness.run('post', 'create', parameters);
	await harness.service.clock.advance(HOUR_MS);

	const second = await harness.run('post', 'create', parameters, { retryOf: failed });
	expect(second.error?.message).toMatch(/^Could not schedule the post/);
	expect(second.error?.description).not.toMatch(/may have/);
	const [post] = harness.service.state.posts.values();
	expect(second.error?.description).toContain(`The draft has been created: its ID is ${post?.id}`);

	const third = await harness.run('post', 'create', parameters, { retryOf: second });
	expect(third.error?.message).toContain('not at least 30 seconds ahead');
	expect(third.error?.description).toContain(
		'It was neither published nor scheduled. The draft has been',
	);
	expect(third.error?.description).not.toContain('Nothing was sent');
});

it('a Retry a day later names a post that is out, because it may no longer show for when it was rescheduled', async () => {
	const { id } = await made(harness, 'post:create', scheduledPost(inSeconds(3_600)));
	lose('reschedule_post', 'after');
	const parameters = { postId: byId(String(id)), scheduledAt: inSeconds(7_200) };
	const reschedule = async (retryOf?: NodeRun) =>
		await harness.run('post', 'reschedule', parameters, { ...(retryOf && { retryOf }) });
	const failed = await reschedule();
	await harness.service.clock.advance(25 * HOUR_MS);
	const { error, items } = await reschedule(failed);

	expect(items).toEqual([]);
	expect(error?.message).toBe(
		'Could not reschedule the post: an earlier attempt may have taken effect',
	);
	expect(error?.description).toMatch(
		/^Nothing was sent now. .*published.* Check whether it took effect/i,
	);
});

it('a service that refuses the late repetition is asked whether the first attempt was accepted', async () => {
	let scheduled_at = '';
	await scripted.open({
		'GET /workspaces/1/posts/7': ({ nth }) => ({
			headers: { ETag: `"${nth}"` },
			data: { id: 7, ...(nth > 1 && { status: 'scheduled', scheduled_at }) },
		}),
		'POST /workspaces/1/posts/7/schedule': ({ nth }) =>
			nth <= EVERY_ATTEMPT ? undefined : { status: 422, error: { code: 'too_late' } },
	});
	scheduled_at = new Date(clock.now() + 33_000).toISOString();
	const { items, error } = await scripted.run(
		'post:schedule',
		{ postId: byId('7'), scheduledAt: scheduled_at },
		{ retryOnFail: { maxTries: 2, waitBetweenTriesMs: 1 } },
	);

	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({ id: 7, status: 'scheduled' });
});

it('an item whose time passes while earlier items are sent leaves no draft', async () => {
	lose('create_post', 'before', EVERY_ATTEMPT - 1);
	const input = [{ json: { at: inSeconds(3_600) } }, { json: { at: inSeconds(33) } }];
	const { error } = await harness.run('post', 'create', scheduledPost('={{ $json.at }}'), {
		input,
	});

	expect(error?.context?.itemIndex).toBe(1);
	expect(error?.message).toContain('not at least 30 seconds ahead');
	expect(error?.description).toContain(
		'Nothing was sent for this item. Choose a later time, or publish the post now. Item 1 was already sent',
	);
	expect(harness.service.state.posts.size).toBe(1);
});

it('after a lost response, a conflict of unknown kind may be due to the schedule itself', async () => {
	const parameters = scheduledPost(inSeconds(2 * 3_600));
	lose('schedule_post', 'before', 1);
	const action = { kind: 'status', when: 'before', status: 409 } as const;
	harness.service.faults.add({ operation: 'schedule_post', nth: 2, times: 9, action });
	const failed = await harness.run('post', 'create', parameters);
	expect(failed.error?.description).toContain('may have succeeded');
	harness.service.faults.clear();
	const { items, error } = await harness.run('post', 'create', parameters, { retryOf: failed });
	expect(error).toBeUndefined();
	expect(items[0]?.json.status).toBe('scheduled');
});
