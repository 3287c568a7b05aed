import type { INodeParameters } from 'n8n-workflow';

import { useScriptedService } from '../../support/scriptedService';

const service = useScriptedService();

const VALIDATE = 'POST /workspaces/1/posts/validate';
const names = [
	{ id: '3', name: 'Oven', platform: 'pagebook', max_text_length: 280, threads: false },
	{ id: '4', name: 'Till', platform: 'pagebook', max_text_length: 280, threads: false },
];

async function check(data: unknown, parameters: INodeParameters = {}, isListed = true) {
	await service.open({
		[VALIDATE]: ({ body }) => ({ data: typeof data === 'function' ? data(String(body)) : data }),
		...(isListed && { 'GET /workspaces/1/accounts': () => ({ data: { items: names } }) }),
	});
	const fields = { text: 'Bread', accountIds: ['3'], ...parameters };
	const { items, hints, error } = await service.run('post:validate', fields);
	expect(error).toBeUndefined();
	return { json: items[0]?.json ?? {}, hints: hints.map(({ message }) => message) };
}

/** What the service says, without what the node adds. */
async function validate(data: unknown) {
	const { json, hints } = await check(data, {}, false);
	const { message, accounts, ...others } = json;
	expect([message, accounts]).toEqual([expect.any(String), expect.any(Array)]);
	return { json: others, hints };
}

it.each([
	[{ ok: true, errors: [{ message: 'Too long' }] }, false],
	[{ valid: true, destinations: [{ ready: false }] }, false],
	[{ issues: [], checks: [{ passed: false }] }, false],
	[{ valid: true, warnings: ['Long'] }, true],
])('%j is returned with ready: %s', async (data, ready) => {
	expect(await validate(data)).toEqual({ json: { ...data, ready }, hints: [] });
});

it.each([{ status: 'draft' }, { warnings: [] }, { success: true }])(
	'%j, which is not clear, is returned without ready',
	async (data) => {
		expect(await validate(data)).toEqual({ json: data, hints: [] });
	},
);

it('a ready that the service contradicts is returned as it was sent, with a hint', async () => {
	const data = { ready: true, errors: [{ field: 'text', message: 'Too long' }] };
	expect(await validate(data)).toEqual({
		json: data,
		hints: [
			'The service calls the post ready, but it also reports: Too long. Check this before you publish the post.',
		],
	});
});

it('a ready without contradiction is returned as it was sent', async () => {
	for (const data of [
		{ ready: true, warnings: ['Long'] },
		{ ready: false, errors: ['Off'] },
	]) {
		expect(await validate(data)).toEqual({ json: data, hints: [] });
		await service.close();
	}
});

describe('the result for people', () => {
	const both: INodeParameters = { accountIds: ['3', '4'] };
	const objection = { account_id: '4', message: 'Reconnect it' };

	it('comes first, and names the accounts and what is wrong', async () => {
		const answer = (body: string) =>
			body.includes('"4"') ? { ready: false, errors: [objection] } : { ready: true };
		const { json } = await check(answer, both);
		expect(Object.keys(json)).toEqual(['message', 'accounts', 'ready', 'errors']);
		expect(json).toMatchObject({
			message: 'Ready for 1 of 2 accounts. Till (pagebook): Reconnect it.',
			accounts: [
				{ account_id: '3', name: 'Oven', platform: 'pagebook', ready: true, problems: [] },
				{ ready: false, problems: ['Till (pagebook): Reconnect it.'], text: 'Bread' },
			],
			ready: false,
		});
	});

	it('contains what the node sees, even if the service sees no obstacle', async () => {
		const text = 'a'.repeat(281);
		const long = 'The text for Oven (pagebook) has 281 characters, but the limit is 280.';
		const failed = await check({ issues: [] }, { text });
		expect(failed.json).toMatchObject({ ready: false, accounts: [{ problems: [long] }] });
		await service.close();
		const options = { textOverflow: 'split' };
		const { json } = await check({ issues: [] }, { text, options });
		expect(json).toMatchObject({
			message: expect.stringMatching(/^Ready for 0 of 1 account\. The text is too long for Oven/),
			accounts: [{ ready: false, characters: 281, limit: 280 }],
		});
	});

	it('states a text that is too long once, and the other objections of the service', async () => {
		const objections = [
			{ account_id: '3', message: 'The text is over 280 characters.' },
			{ account_id: '3', message: 'A reply is over 280 characters.' },
			{ account_id: '3', message: 'The alt text is over 280 characters.' },
			{ account_id: '3', message: 'Reconnect it' },
		];
		const { json } = await check(
			{ ready: false, errors: objections },
			{
				text: 'a'.repeat(281),
				destinationInput: 'perAccount',
				destinations: { destination: [{ accountId: '3', thread: ['b'.repeat(300)] }] },
			},
		);
		expect(json).toMatchObject({
			message:
				'Ready for 0 of 1 account. Oven: 281 of 280 characters. Oven: 300 of 280 characters in a reply. Oven (pagebook): The alt text is over 280 characters. Oven (pagebook): Reconnect it.',
			accounts: [
				{
					problems: [
						'The text for Oven (pagebook) has 281 characters, but the limit is 280.',
						'A reply for Oven (pagebook) has 300 characters, but the limit is 280.',
						'Oven (pagebook): The alt text is over 280 characters.',
						'Oven (pagebook): Reconnect it.',
					],
				},
			],
		});
	});

	it('keeps an objection to a length that the node does not find too long', async () => {
		const errors = [{ account_id: '3', message: 'The text is over 280 characters.' }];
		const { json } = await check({ ready: false, errors }, { text: 'Bread' });
		expect(json.message).toBe(
			'Ready for 0 of 1 account. Oven (pagebook): The text is over 280 characters.',
		);
	});

	it('tells accounts of the same name apart', async () => {
		const [oven] = names;
		const items = [oven, { ...oven, id: '4', platform: 'worklink', max_text_length: 3_000 }];
		await service.open({
			[VALIDATE]: () => ({ data: { issues: [] } }),
			'GET /workspaces/1/accounts': () => ({ data: { items } }),
		});
		const fields = { text: 'a'.repeat(281), ...both };
		const { items: outputs } = await service.run('post:validate', fields);
		expect(outputs[0]?.json.message).toBe(
			'Ready for 1 of 2 accounts. Oven (pagebook): 281 of 280 characters.',
		);
	});

	it('does not replace fields of the service with the same names', async () => {
		const { json } = await check({ ready: true, message: 'Fine', accounts: [3] });
		expect(json).toEqual({
			message: 'Ready for 1 of 1 account.',
			accounts: [expect.objectContaining({ account_id: '3', ready: true })],
			ready: true,
			service_message: 'Fine',
			service_accounts: [3],
		});
	});
});
