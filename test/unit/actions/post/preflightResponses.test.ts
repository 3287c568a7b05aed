import type { INodeParameters } from 'n8n-workflow';

import { useScriptedService } from '../../support/scriptedService';

describe('Check Before Posting, with responses in other words', () => {
	const service = useScriptedService();
	const POSTS = 'POST /workspaces/1/posts';
	const ACCOUNTS = 'GET /workspaces/1/accounts';
	const account = { id: 3, name: 'Oven', platform: 'pagebook', max_text_length: 280 };
	const draft = { id: 7, status: 'draft', text: 'Bread', destinations: [] };
	const parameters: INodeParameters = {
		text: 'Bread',
		accountIds: ['3'],
		afterCreate: 'publish',
		waitForOutcome: false,
	};

	async function run(preflight: unknown, status = 200, more: INodeParameters = {}) {
		await service.open({
			[`${POSTS}/validate`]: () =>
				status === 200 ? { data: preflight } : { status, error: preflight },
			[ACCOUNTS]: () => ({ data: { items: [account] } }),
			[POSTS]: () => ({ status: 201, headers: { ETag: '"1"' }, data: draft }),
			['GET /workspaces/1/posts']: () => ({
				data: { items: [{ ...draft, destinations: [{ account_id: 3 }] }] },
			}),
			['GET /workspaces/1/posts/7']: () => ({
				data: { ...draft, destinations: [{ account_id: 3 }] },
			}),
			[`${POSTS}/7/publish`]: () => ({ status: 202, data: { ...draft, status: 'publishing' } }),
		});
		return await service.run('post:create', { ...parameters, ...more });
	}

	it.each([
		[{ valid: false, issues: [{ accountId: 3, message: 'needs a picture' }] }],
		[{ destinations: [{ account_id: '3', errors: ['needs a picture'] }] }],
	])('stops a post to which the service objects: %j', async (preflight) => {
		const { error } = await run(preflight);
		expect(error?.message).toBe(
			'The post cannot be published as it is: Oven (pagebook): needs a picture',
		);
		expect(service.sent(POSTS)).toEqual([]);
	});

	it('does not call a text too long that has no more characters than the limit', async () => {
		const preflight = { valid: false, issues: [{ accountId: 3, message: 'reconnect it' }] };
		const { error } = await run(preflight, 200, { text: '😀'.repeat(200) });
		expect(error?.message).toContain('reconnect it');
		expect(error?.description).not.toContain('the limit is');
		const long = await run(preflight, 200, { text: '😀'.repeat(281) });
		expect(long.error?.description).toContain('has 281 characters, but the limit is 280.');
	});

	it('stops a post whose content the service refuses', async () => {
		const { error } = await run({ code: 'invalid', message: 'The text is too long' }, 422);
		expect(error?.description).toContain('The text is too long');
		expect(service.sent(POSTS)).toEqual([]);
	});

	it.each([[{}], [{ status: 'draft' }], [undefined], [{ ready: null }]])(
		'ignores a response that is not clear: %j',
		async (preflight) => {
			const { error } = await run(preflight);
			expect(error).toBeUndefined();
			expect(service.sent(POSTS)).toHaveLength(1);
		},
	);

	it('shows a warning as a hint', async () => {
		const { error, hints } = await run({
			ready: true,
			warnings: [{ account_id: 3, message: 'is long' }],
		});
		expect(error).toBeUndefined();
		expect(hints[0]?.message).toMatch(/^The service warns: Oven \(pagebook\): is long\.<br>/);
	});

	it('ignores an objection if another execution may have sent the same content', async () => {
		const { error } = await run({ ready: false }, 200, { idempotency: 'content' });
		expect(error).toBeUndefined();
		expect(service.sent(`${POSTS}/7/publish`)).toHaveLength(1);
	});
});
