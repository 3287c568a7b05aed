import { answered, byId, itemWithFile, refused, useNodeHarness } from '../../support/nodeHarness';
import { jpeg } from '../../support/files';
import { bread, draft } from '../createRecords';
import { runCase } from '../operationCase';
import { writeOperations } from '../writeOperationCases';
import { FOR_PEOPLE } from './advice';

/** Without a workflow, only the message of an error reaches the model. */

const harness = useNodeHarness();

const STATUSES = [400, 401, 403, 404, 409, 412, 422, 429, 503];
/** Create or Update needs a workflow: `post/upsert/rows.test.ts` has the test of its error. */
const operations = writeOperations.filter(({ name }) => name !== 'post:upsert');
const cases = operations.flatMap((each) =>
	STATUSES.map((status) => [each.name, status, each] as const),
);

it.each(cases)(
	'the error of %s, refused with status %d, states what to do',
	async (name, status, each) => {
		const { parameters, input } = await runCase(harness, each);
		const [resource = '', operation = ''] = name.split(':');
		const action = { kind: 'status', when: 'before', status, code: 'other' } as const;
		harness.service.faults.add({ operation: each.main, times: 50, action });

		const message = refused(await harness.call(resource, operation, parameters, { input }));

		expect(message).toMatch(/^Could not /);
		expect(message).toContain(`status ${status}`);
		expect(message).not.toMatch(FOR_PEOPLE);
		expect(message).not.toContain('undefined');
	},
);

it.each(operations.map((each) => [each.name, each] as const))(
	'the error of %s without a response states what to do',
	async (name, each) => {
		const { parameters, input } = await runCase(harness, each);
		const [resource = '', operation = ''] = name.split(':');
		const action = { kind: 'drop', when: 'after' } as const;
		harness.service.faults.add({ operation: each.main, times: 50, action });
		const answer = await harness.call(resource, operation, parameters, { input });
		if (answer.status === 'success') return;
		expect(answer.error).not.toMatch(FOR_PEOPLE);
	},
);

it('the error names input that cannot be sent, and nothing is sent', async () => {
	harness.requests();
	const message = refused(await harness.call('post', 'publish', { postId: byId('') }));
	expect(message).toMatch(/^'Post' .+ Nothing was sent\. /);
	expect(message).not.toMatch(FOR_PEOPLE);
	expect(harness.requests()).toEqual([]);
});

it.each([
	["={{ $fromAI('text', 'what to post') }}", "'Text' has no value"],
	["=Today: {{ $fromAI('text', 'what to post') }}", "A part of 'Text' has no value"],
])(
	'the error of a text that the call leaves out, in %s, says what to pass',
	async (text, title) => {
		const accountIds = [harness.service.accountId('Bread on Shortpost')];
		const message = refused(
			await harness.call('post', 'create', { text, accountIds }, { args: {} }),
		);
		expect(message).toBe(
			`${title}. Nothing was sent. The call leaves out {{ $fromAI('text', 'what to post') }}. Call the tool again with it.`,
		);
	},
);

it('a post that the service would not publish is refused without advice for people', async () => {
	const accountIds = [harness.service.accountId('Bread on Shortpost')];
	const parameters = { text: 'x'.repeat(5_000), accountIds, afterCreate: 'publish' };
	const message = refused(await harness.call('post', 'create', parameters));
	expect(message).not.toMatch(FOR_PEOPLE);
	expect(harness.service.state.posts.size).toBe(0);
});

it('Post Each Item Once needs a workflow, and the error suggests an alternative', async () => {
	const parameters = {
		text: 'Fresh bread',
		accountIds: [bread(harness)],
		idempotency: 'once',
		onceKey: 'bread-1',
	};
	harness.requests();
	const message = refused(await harness.call('post', 'create', parameters));
	expect(message).toContain("'If This Runs Again' cannot be 'Post Each Item Once' here");
	expect(message).toContain('Nothing was sent.');
	expect(message).toContain('Skip the Same Content for 24 Hours');
	expect(harness.requests()).toEqual([]);
});

it('a custom key identifies one command', async () => {
	const { postId } = await draft(harness);
	const options = { idempotency: 'custom', idempotencyKey: 'copy-1' };
	const duplicate = async () =>
		answered(await harness.call('post', 'duplicate', { postId, options }));
	const [first] = await duplicate();
	const [second] = await duplicate();
	expect(second?.id).toBe(first?.id);
});

describe('a file', () => {
	const upload = async (parameters = {}) => {
		const input = [await itemWithFile(await jpeg(), 'bread.jpg', 'image/jpeg')];
		return await harness.call('media', 'upload', parameters, { input });
	};
	const begun = () => harness.journal('begin_media_upload').length;

	it('is uploaded once, however often the call is repeated', async () => {
		const [first] = answered(await upload());
		const [second] = answered(await upload());
		expect(second?.id).toBe(first?.id);
		expect(begun()).toBe(1);
	});

	it('is uploaded again if it was deleted since', async () => {
		const [first] = answered(await upload());
		answered(await harness.call('media', 'delete', { mediaId: byId(String(first?.id)) }));
		const [second] = answered(await upload());
		expect(second?.id).not.toBe(first?.id);
	});

	it('is not uploaded again for an equal post', async () => {
		const input = [await itemWithFile(await jpeg(), 'bread.jpg', 'image/jpeg')];
		const parameters = {
			text: 'Fresh bread',
			accountIds: [bread(harness)],
			mediaSource: 'input',
			binaryPropertyNames: 'data',
		};
		const create = async () =>
			answered(await harness.call('post', 'create', parameters, { input }));
		const [first] = await create();
		const [second] = await create();
		expect(second?.id).toBe(first?.id);
		expect(begun()).toBe(1);
	});
});
