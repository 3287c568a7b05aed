import { dialects } from '../../../service';
import { byId, useNodeHarness } from '../../support/nodeHarness';
import { bread, made, scheduled } from '../createRecords';

/** Whether the service shows posts as they were before it began to publish them. */
let isBehind = true;
let earlier: Record<string, unknown> = { status: 'draft' };
const fullPost = (post: Record<string, unknown>) =>
	isBehind ? { ...post, ...earlier, destinations: [post.destinations].flat().map(open) } : post;
const open = (destination: unknown) => ({ ...Object(destination), status: 'pending' });

const harness = useNodeHarness({ dialect: { ...dialects.first, fullPost } });

beforeEach(() => {
	isBehind = true;
	earlier = { status: 'draft' };
});

const wait = async (postId: unknown) =>
	await harness.run('post', 'waitForOutcome', {
		postId: byId(String(postId)),
		options: { timeout: 5 },
	});

async function handOver(): Promise<unknown> {
	const { id } = await made(harness, 'post:create', {
		text: 'Fresh bread',
		accountIds: [bread(harness)],
		afterCreate: 'publish',
		waitForOutcome: false,
	});
	return id;
}

it('a post that an earlier step has handed over is not done while the service still shows it as a draft', async () => {
	const postId = await handOver();
	const { error } = await wait(postId);
	expect(error?.message).toMatch(/^Handed over, not yet confirmed: do not post it again/);
	isBehind = false;
	const later = await wait(postId);
	expect(later.items[0]?.json.publication).toMatchObject({ settled: true, status: 'published' });
});

it('an hour later, a post that the service still shows as a draft ends the wait', async () => {
	const postId = await handOver();
	await harness.service.clock.advance(61 * 60_000);
	const { items } = await wait(postId);
	expect(items[0]?.json.publication).toMatchObject({ settled: true, status: 'draft' });
});

it('a scheduled post whose time has just come is waited for', async () => {
	isBehind = false;
	const { id } = await scheduled(harness);
	const { clock } = harness.service;
	earlier = { status: 'scheduled', scheduled_at: clock.iso(clock.now() + 30 * 60_000) };
	isBehind = true;
	await clock.advance(30 * 60_000);
	const { error } = await wait(id);
	expect(error?.message).toMatch(/^Handed over, not yet confirmed: do not post it again/);
	await clock.advance(15 * 60_000);
	const { items } = await wait(id);
	expect(items[0]?.json.publication).toMatchObject({ settled: true, status: 'scheduled' });
});

it('deliveries that are still open when the time is up are in the output', async () => {
	const postId = byId(String(await handOver()));
	const options = { timeout: 5, failOn: 'never' };
	const { items } = await harness.run('post', 'waitForOutcome', { postId, options });
	const open = [bread(harness)];
	expect(items[0]?.json.publication).toMatchObject({ settled: false, open });
});
