import type { INodeParameters } from 'n8n-workflow';

import { dialects, type Dialect } from '../../../service';
import { NodeHarness } from '../../support/nodeHarness';
import { bread, draft, inHours, scheduled } from '../createRecords';

/** The service's description does not say what a response to a command contains. */

const harness = new NodeHarness();
/** While it is set, responses contain this instead of the post. */
let answer: ((post: Record<string, unknown>) => Record<string, unknown>) | undefined;
const { fullPost } = dialects.first;
const dialect: Dialect = {
	...dialects.first,
	fullPost: (post) => answer?.(fullPost(post)) ?? fullPost(post),
};

beforeEach(async () => await harness.open({ dialect }));
afterEach(async () => {
	answer = undefined;
	await harness.close();
});

const create = async (parameters: INodeParameters) =>
	await harness.run('post', 'create', {
		text: 'Fresh bread',
		accountIds: [bread(harness)],
		waitForOutcome: false,
		simplify: true,
		...parameters,
	});

it.each([
	['schedule', 'scheduled'],
	['publish', 'publishing'],
])(
	'the output of a post shows its state if the response to %s lacks the post',
	async (afterCreate, status) => {
		harness.service.setOutcome('Bread on Shortpost', { status: 'published', delayMs: 60_000 });
		let responses = 0;
		answer = (post) => (++responses === 2 ? { accepted: true } : post);
		const scheduledAt = inHours(harness, 4);
		const { items, error } = await create({ afterCreate, scheduledAt });
		expect(error).toBeUndefined();
		const [post] = harness.service.state.posts.values();
		expect(items[0]?.json).toMatchObject({ id: post?.id, status, text: 'Fresh bread' });
		if (afterCreate === 'schedule') expect(items[0]?.json.scheduled_at).toBe(scheduledAt);
	},
);

const withOutcomes = (post: Record<string, unknown>) => ({
	...post,
	destinations: [{ account_id: bread(harness), outcome: 'draft' }],
});

it.each([
	['', (post: Record<string, unknown>) => post],
	[' by a service that states outcomes', withOutcomes],
])(
	'the output does not show the draft if the post cannot be read after it was scheduled%s',
	async (_service, form) => {
		let responses = 0;
		answer = (post) => (++responses === 2 ? { accepted: true } : form(post));
		const action = { kind: 'status', when: 'before', status: 503 } as const;
		harness.service.faults.add({ operation: 'get_post', times: Infinity, action });
		const { items, error } = await create({
			afterCreate: 'schedule',
			scheduledAt: inHours(harness, 4),
		});
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ status: null });
		expect(items[0]?.json.message).toMatch(/^The post is scheduled/);
	},
);

describe('the output of a command on a post whose response lacks the post', () => {
	const outputOf = async (operation: string, more: INodeParameters = {}) => {
		const { postId, id } = await (operation === 'cancel' ? scheduled : draft)(harness);
		const command = `${operation === 'update' ? 'edit' : operation}_post`;
		answer = (post) =>
			harness.service.journal.entries.at(-1)?.operation === command ? { accepted: true } : post;
		const { items, error } = await harness.run('post', operation, {
			...{ postId, simplify: true, waitForOutcome: false },
			...more,
		});
		expect(error).toBeUndefined();
		return { id, output: items[0]?.json };
	};

	it.each<[string, INodeParameters, string, string]>([
		['update', { updateFields: { text: 'Warm bread' } }, 'draft', 'Warm bread'],
		['cancel', {}, 'draft', 'Fresh bread'],
		['publish', {}, 'publishing', 'Fresh bread'],
	])('shows the post after %s', async (operation, parameters, status, text) => {
		harness.service.setOutcome('Bread on Shortpost', { status: 'published', delayMs: 60_000 });
		const { id, output } = await outputOf(operation, parameters);
		expect(output).toMatchObject({ id, status, text, accounts: [{ status }] });
	});

	it('shows the time after schedule', async () => {
		const scheduledAt = inHours(harness, 4);
		const { output } = await outputOf('schedule', { scheduledAt });
		expect(output).toMatchObject({ status: 'scheduled', scheduled_at: scheduledAt });
	});

	it('shows nothing of the post if it cannot be read', async () => {
		const action = { kind: 'status', when: 'before', status: 503 } as const;
		const { postId, id } = await scheduled(harness);
		harness.service.faults.add({ operation: 'get_post', times: Infinity, action });
		answer = () => ({ accepted: true });
		const { items } = await harness.run('post', 'cancel', { postId, simplify: true });
		expect(items[0]?.json).toMatchObject({ id, status: null, text: null });
	});
});

it('a new post that the service wraps in `post` is published', async () => {
	let responses = 0;
	answer = (post) => (++responses === 1 ? { post } : post);
	const { items, error } = await create({ afterCreate: 'publish', waitForOutcome: true });
	expect(error).toBeUndefined();
	expect(items[0]?.json.status).toBe('published');
});
