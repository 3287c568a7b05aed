import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { jpeg } from '../../support/files';
import { itemWithFile } from '../../support/nodeHarness';
import { useScriptedService } from '../../support/scriptedService';

describe('Preview, with a service that objects to one account', () => {
	const service = useScriptedService();
	const accounts = ['a', 'b'].map((id) => ({ id, name: `Oven ${id}`, platform: 'pagebook' }));

	async function preview(
		ofBoth: { data?: unknown; status?: number; error?: unknown },
		more: INodeParameters = {},
		input: INodeExecutionData[] = [{ json: {} }],
	) {
		await service.open({
			'GET /workspaces/1/accounts': () => ({ data: { items: accounts } }),
			'GET /workspaces/1/capabilities': () => ({ data: {} }),
			'POST /workspaces/1/posts/validate': ({ body }) => {
				const { destinations } = JSON.parse(body.toString()) as { destinations: unknown[] };
				return destinations.length === 2 ? ofBoth : { data: { ready: true } };
			},
		});
		const form = { text: 'Bread', accountIds: ['a', 'b'], ...more };
		const { items, error } = await service.run('post:preview', form, { input });
		expect(error).toBeUndefined();
		const shown = items[0]?.json.accounts as IDataObject[];
		return shown.map(({ ready, problems }) => [ready, problems]);
	}

	it('reads the limits of the platforms once if the list of accounts lacks them', async () => {
		await preview({ data: { ready: true } });
		expect(service.requests.map(({ line }) => line.replace('/workspaces/1', ''))).toEqual([
			'GET /accounts',
			'GET /capabilities',
			'POST /posts/validate',
		]);
	});

	it('reads the limits once for the texts and the pictures', async () => {
		const input = [await itemWithFile(await jpeg(), 'bread.jpg', 'image/jpeg')];
		await preview({ data: { ready: true } }, { mediaSource: 'input' }, input);
		expect(service.sent('GET /workspaces/1/capabilities')).toHaveLength(1);
	});

	it.each<[string, unknown]>([
		[
			'by account ID',
			{ results: { a: { valid: true }, b: { valid: false, errors: ['No link'] } } },
		],
		['as errors by account ID', { valid: false, errors: { b: ['No link'] } }],
		['in a list of items', { items: [{ account_id: 'b', ready: false, reasons: ['No link'] }] }],
		['as what is blocking', { ready: false, blocking: [{ account_id: 'b', message: 'No link' }] }],
	])('names its reason, stated %s', async (_how, data) => {
		expect(await preview({ data })).toEqual([
			[true, []],
			[false, ['Oven b (pagebook): No link.']],
		]);
	});

	it.each<[unknown, string]>([
		[{ valid: false, failed: [{ account_id: 'b', errors: ['No link'] }] }, 'No link.'],
		[{ valid: false, invalid: ['b'] }, 'The service reports a problem.'],
		[{ valid: false, destinations: [{ account_id: 'b', ready: false }] }, 'The service gives'],
	])('objects only to the account that its complaint is about: %j', async (data, text) => {
		expect(await preview({ data })).toEqual([
			[true, []],
			[false, [expect.stringContaining(`Oven b (pagebook): ${text}`)]],
		]);
	});

	it('says in a sentence that there is no reason', async () => {
		const [first] = await preview({ data: { ready: false } });
		expect(first).toEqual([false, ['The service gives no reason (ready: false).']]);
	});

	it.each<[string, unknown, string]>([
		['an account', [{ account_id: 'b', field: 'text', message: 'No link' }], "'Text': No link."],
		['a destination', { 'destinations[1].text': ['No link'] }, "'Text': No link."],
	])('names its reason if it refuses the input because of %s', async (_what, details, text) => {
		expect(await preview({ status: 422, error: { code: 'invalid', details } })).toEqual([
			[true, []],
			[false, [`Oven b (pagebook): ${text}`]],
		]);
	});

	it('shows why it refuses the input, if that is not about an account', async () => {
		const error = { code: 'invalid', message: 'No link', details: { text: 'No link' } };
		const [first, second] = await preview({ status: 422, error });
		expect(first).toEqual([false, [expect.stringContaining("'Text': No link.")]]);
		expect(second).toEqual(first);
	});

	it.each([
		{
			items: [
				{ account_id: 'a', ready: true },
				{ account_id: 'b', ready: true },
			],
		},
		{ results: { a: { valid: true }, b: { valid: true } } },
	])('is ready for both: %j', async (data) => {
		expect(await preview({ data })).toEqual([
			[true, []],
			[true, []],
		]);
	});
});
