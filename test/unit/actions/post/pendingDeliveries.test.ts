import { dialects, type Dialect } from '../../../service';
import { byId, NodeHarness } from '../../support/nodeHarness';
import { draft, HOUR_MS } from '../createRecords';

// Services whose posts state no status of their own, and show nothing but pending deliveries until they are out.

const silent: Dialect = {
	...dialects.second,
	deliveryHistory: false,
	shownDelivery: (status) =>
		['draft', 'scheduled', 'publishing'].includes(status) ? 'pending' : status,
};

const harness = new NodeHarness();
beforeEach(async () => await harness.open({ dialect: silent }));
afterEach(async () => await harness.close());

const simplify = { simplify: true };

it('a new post is a draft', async () => {
	const { id } = await draft(harness);
	const filters = { filters: { status: ['draft'] }, returnAll: true };
	const { items } = await harness.run('post', 'getAll', { ...simplify, ...filters });
	expect(items.map(({ json }) => json)).toMatchObject([
		{ id, status: 'draft', message: 'The post is a draft. It has not been published.' },
	]);
});

it('a post that was published is on its way, and its outcome is waited for', async () => {
	harness.service.setOutcome('Bread on Shortpost', { status: 'published', delayMs: HOUR_MS });
	const { id } = await draft(harness);
	const postId = byId(String(id));
	const { items } = await harness.run('post', 'publish', {
		...{ postId, waitForOutcome: false },
		...simplify,
	});
	expect(items[0]?.json).toMatchObject({ status: 'publishing' });
	const outcome = await harness.run('post', 'waitForOutcome', { postId, ...simplify });
	expect(outcome.error?.message).toMatch(/^Handed over, not yet confirmed/);
	const patient = { postId, options: { timeout: 7_200 }, ...simplify };
	expect((await harness.run('post', 'waitForOutcome', patient)).items[0]?.json).toMatchObject({
		status: 'published',
	});
});
