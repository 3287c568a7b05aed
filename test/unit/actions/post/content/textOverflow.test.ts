import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { useNodeHarness } from '../../../support/nodeHarness';
import { useScriptedService } from '../../../support/scriptedService';

const harness = useNodeHarness();
const scripted = useScriptedService();

const id = (name: string) => harness.service.accountId(name);
const sentence = 'Fresh bread every single day. ';
/** 600 characters: too long for the short-post platform only. */
const long = sentence.repeat(20).trim();

async function sent(
	textOverflow: string,
	accounts: string[],
	parameters: INodeParameters = {},
	operation = 'create',
) {
	harness.requests();
	const { error } = await harness.run('post', operation, {
		text: long,
		accountIds: accounts.map(id),
		options: { textOverflow },
		...parameters,
	});
	const name = operation === 'create' ? 'create_post' : 'validate_post';
	const body = harness.journal(name).at(-1)?.body as IDataObject | undefined;
	return { error, body, requests: harness.requests() };
}

const both = ['Bread on Shortpost', 'Bakery on Worklink'];

it('a text that is too long stays as it is by default, and no limits are read', async () => {
	const { body, requests } = await sent('fail', both);
	expect(body).toEqual({
		text: long,
		destinations: both.map((name) => ({ account_id: id(name) })),
	});
	expect(requests).toEqual(['list_accounts', 'create_post']);
});

it.each(['create', 'validate'])(
	'%s shortens a text only for the account that needs it',
	async (operation) => {
		const { body, requests } = await sent('shorten', both, {}, operation);
		expect(body).toEqual({
			text: long,
			destinations: [
				{ account_id: id('Bread on Shortpost'), text: expect.stringMatching(/^Fresh .+[^ ]…$/) },
				{ account_id: id('Bakery on Worklink') },
			],
		});
		const [short] = [body?.destinations].flat() as IDataObject[];
		expect(String(short?.text).length).toBeGreaterThan(270);
		expect(String(short?.text).length).toBeLessThanOrEqual(280);
		expect(requests).toEqual([
			'list_accounts',
			operation === 'create' ? 'create_post' : 'validate_post',
		]);
	},
);

it('a link that does not fit is left out, and a hint names it', async () => {
	const link = `https://example.com/${'x'.repeat(300)}`;
	const { items, hints, error } = await harness.run('post', 'create', {
		text: `Fresh bread, see (https://example.com/short) or ${link}`,
		accountIds: both.map(id),
		options: { textOverflow: 'shorten' },
	});
	expect(error).toBeUndefined();
	expect(items).toHaveLength(1);
	const [body] = harness.journal('create_post').map(({ body }) => body as IDataObject);
	expect(body?.destinations).toMatchObject([
		{ text: 'Fresh bread, see (https://example.com/short) or…' },
		{ account_id: id('Bakery on Worklink') },
	]);
	expect(JSON.stringify(hints)).toContain(
		'Bread on Shortpost (shortpost): a link did not fit and was left out: https://example.com/xxx',
	);
	expect(JSON.stringify(hints)).not.toMatch(/Worklink|short\)/);
});

it('a text is split into replies, which come before those that were entered', async () => {
	const { error, body } = await sent('split', [], {
		destinationInput: 'perAccount',
		destinations: { destination: [{ accountId: 'Bread on Shortpost', thread: ['The end'] }] },
	});
	expect(error).toBeUndefined();
	const [destination] = [body?.destinations].flat() as IDataObject[];
	const { thread } = destination?.options as { thread: string[] };
	expect(thread).toHaveLength(3);
	expect([destination?.text, ...thread].join(' ')).toBe(`${long} The end`);
});

it('a text stays as it is for an account whose subscription allows it', async () => {
	const { body } = await sent('shorten', ['Cakes on Shortpost']);
	expect(body?.destinations).toEqual([{ account_id: id('Cakes on Shortpost') }]);
});

it.each([
	[
		'split',
		'Bakery on Worklink',
		'word '.repeat(601),
		'The text is too long for Bakery on Worklink (worklink): it has 3005 characters, but the limit is 3000',
	],
	[
		'split',
		'Bread on Shortpost',
		sentence.repeat(60),
		'The text is too long for Bread on Shortpost (shortpost): it needs 6 replies, and a thread has at most 5',
	],
	[
		'shorten',
		'Bread on Shortpost',
		`https://example.com/${'x'.repeat(300)} and more`,
		'The text for Bread on Shortpost (shortpost) contains a word or a link of more than 280 characters',
	],
	['cut', 'Bread on Shortpost', long, "'If Text Is Too Long' must be fail, shorten or split"],
])('%s for %s is refused if it is impossible', async (overflow, account, text, message) => {
	const { error, requests } = await sent(overflow, [account], { text });
	expect(error?.message).toBe(message);
	expect(error?.description).toMatch(/Nothing was sent/);
	expect(requests).not.toContain('create_post');
});

it('limits that an account lacks come from the capabilities of the workspace', async () => {
	const ACCOUNTS = 'GET /workspaces/1/accounts';
	const CAPABILITIES = 'GET /workspaces/1/capabilities';
	const VALIDATE = 'POST /workspaces/1/posts/validate';
	await scripted.open({
		[ACCOUNTS]: () => ({ data: { items: [{ id: 3, platform: 'Tiny' }] } }),
		[CAPABILITIES]: () => ({ data: { limits: [{ platform: 'tiny', max_characters: 12 }] } }),
		[VALIDATE]: () => ({ data: { ready: true } }),
	});
	const options = { textOverflow: 'shorten' };
	const input = [{ json: {} }, { json: {} }];
	const parameters = { text: long, accountIds: '3', options };
	const { error } = await scripted.run('post:validate', parameters, { input });
	expect(error).toBeUndefined();
	expect(scripted.lines()).toEqual([ACCOUNTS, CAPABILITIES, VALIDATE, VALIDATE]);
	expect(JSON.parse(String(scripted.sent(VALIDATE)[0]?.body))).toMatchObject({
		destinations: [{ account_id: '3', text: 'Fresh bread…' }],
	});
});

it('a text is not split on a platform whose threads the service does not mention', async () => {
	await scripted.open({
		'GET /workspaces/1/accounts': () => ({
			data: { items: [{ id: 3, platform: 'tiny', max_characters: 12 }] },
		}),
		'GET /workspaces/1/capabilities': () => ({ data: {} }),
	});
	const parameters = { text: long, accountIds: '3', options: { textOverflow: 'split' } };
	const { error } = await scripted.run('post:create', parameters);
	expect(error?.description).toMatch(/The service does not say that the platform has threads/);
});

it('a text stays as it is if its limit is unknown', async () => {
	harness.service.faults.add({
		operation: 'list_accounts',
		times: 10,
		action: { kind: 'status', when: 'before', status: 403 },
	});
	const { body } = await sent('shorten', both);
	expect(body).toEqual({
		text: long,
		destinations: both.map((name) => ({ account_id: id(name) })),
	});
});

it('the same content is not posted twice when the limit has changed', async () => {
	const parameters = { idempotency: 'content' };
	await sent('shorten', ['Bread on Shortpost'], parameters);
	harness.service.setSubscription('Bread on Shortpost', { type: 'premium' });
	await harness.service.clock.advance(6 * 60_000);
	await sent('shorten', ['Bread on Shortpost'], parameters);
	expect(harness.service.state.posts.size).toBe(1);
});
