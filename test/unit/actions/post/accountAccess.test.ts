import { useNodeHarness } from '../../support/nodeHarness';
import { draft, failed, inAnHour, made } from '../createRecords';

const harness = useNodeHarness();

const refuse = (operation: string, code = 'access_denied') =>
	harness.service.faults.add({
		operation,
		action: { kind: 'status', when: 'before', status: 403, code, message: 'No access' },
	});

const RECONNECT = /If the account is no longer connected, connect it again in the service\./;

it('the error of a refused publication names its only account', async () => {
	const { postId } = await draft(harness);
	refuse('publish_post');
	const { error } = await harness.run('post', 'publish', { postId });
	expect(error?.message).toBe(
		'Could not publish the post: the service does not allow it for the account Bread on Shortpost (shortpost)',
	);
	expect(error?.description).toMatch(RECONNECT);
	expect(error?.description).toMatch(/The service says: "No access\." .+\(status 403, /);
});

it('the error of a refused schedule names its only account', async () => {
	const { postId } = await draft(harness);
	refuse('schedule_post');
	const { error } = await harness.run('post', 'schedule', {
		postId,
		scheduledAt: inAnHour(harness),
	});
	expect(error?.message).toBe(
		'Could not schedule the post: the service does not allow it for the account Bread on Shortpost (shortpost)',
	);
});

it('the error of a refused publication lists its accounts if there are several', async () => {
	const accountIds = ['Bread on Shortpost', 'Cakes on Pagebook'].map((name) =>
		harness.service.accountId(name),
	);
	const { id } = await made(harness, 'post:create', { text: 'Fresh bread', accountIds });
	refuse('publish_post');
	const postId = { __rl: true, mode: 'id', value: String(id) };
	const { error } = await harness.run('post', 'publish', { postId });
	expect(error?.message).toBe('Could not publish the post: your account is not allowed to do this');
	expect(error?.description).toContain(
		'If one of these accounts is no longer connected, connect it again in the service: Bread on Shortpost (shortpost), Cakes on Pagebook (pagebook).',
	);
});

it.each([
	[
		'retryDelivery',
		'destinationId',
		'Could not retry the delivery: the service does not allow it for the account Always fails (pagebook)',
	],
	[
		'retryFailed',
		'postId',
		'Could not retry the delivery to Always fails (pagebook): your account is not allowed to do this',
	],
] as const)(
	'the error of a refused %s names the account of the delivery',
	async (operation, parameter, message) => {
		const records = await failed(harness);
		refuse('retry_delivery');
		const { error } = await harness.run('post', operation, { [parameter]: records[parameter] });
		expect(error?.message).toBe(message);
		expect(error?.description).toMatch(RECONNECT);
	},
);

it.each(['addon_required', 'plan_inactive'])(
	'the error of a refusal with the code %s does not suggest connecting an account again',
	async (code) => {
		const { postId } = await draft(harness);
		refuse('publish_post', code);
		const { error } = await harness.run('post', 'publish', { postId });
		expect(error?.description).not.toContain('connect it again');
	},
);

it('the error of a refusal names no account if the post cannot be read', async () => {
	const { postId, etag } = await draft(harness);
	refuse('publish_post');
	refuse('get_post');
	const options = { onlyIfUnchangedSince: etag };
	const { error } = await harness.run('post', 'publish', { postId, options });
	expect(error?.message).toBe('Could not publish the post: your account is not allowed to do this');
});
