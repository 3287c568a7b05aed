import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { readPreflight } from '../../../../nodes/SocialPublishing/api/readings/preflight';

const noReason = (verdict: string) => `The service gives no reason (${verdict})`;

it.each([
	[{ ready: true }, true],
	[{ ready: false }, false],
	[{ valid: false, errors: [] }, false],
	[{ status: 'ready' }, true],
	[{ status: 'blocked' }, false],
	[{ errors: [{ message: 'm' }] }, false],
	[{ destinations: [{ ready: true }, { ready: false }] }, false],
	[{ destinations: [{ problems: [] }] }, true],
	[{ errors: [] }, true],
	[{ errors: [], destinations: [{ ready: false }] }, false],
	[{ checks: [{ passed: false }] }, false],
	[{ destinations: [{ ready: true }, { checks: [] }] }, undefined],
	[{}, undefined],
	[{ status: 'draft' }, undefined],
	[{ valid: null, warnings: [] }, undefined],
	[{ success: true }, undefined],
	[{ is_valid: true, errors: null, error: {} }, true],
	[{ canPublish: true }, true],
	[{ status: 'OK' }, true],
	[{ issues: [], checks: [{ passed: true }, { result: 'Passed' }] }, true],
	[{ issues: [], checks: [{ result: 'maybe' }] }, undefined],
	[{ errors: { text: [], media: null }, ok: true }, true],
	[{ ready: true, blocked: false, failed: 'no' }, true],
	[{ ready: true, checks: [{ severity: 'low', message: 'm', note: 'critical' }] }, true],
	[{ platforms: ['pagebook'], errors: [] }, true],
	[{ errors: [], checks: [{ severity: 'warning', passed: false }] }, true],
	[{ id: 'p1', status: '', destinations: [{ ready: true }] }, true],
	[{ status: ' Ready ' }, true],
	[{ status: 'ready', state: 'odd' }, undefined],
	[{ status: 'Not - ready' }, false],
	[{ level: 'info', checks: [{ passed: false }] }, false],
])('the preflight %j is ready: %s', (preflight, expected) => {
	expect(readPreflight(preflight, []).ready).toBe(expected);
});

describe('an objection overrides any verdict', () => {
	it.each<[IDataObject, string]>([
		[{ ok: true, errors: [{ message: 'Too long' }] }, 'Too long'],
		[{ ok: true, errors: ['Too long'] }, 'Too long'],
		[{ ready: true, errors: { text: ['Too long'] } }, 'Too long'],
		[{ valid: true, error: { code: 'no_access' } }, 'no_access'],
		[{ valid: true, error: 'No access' }, 'No access'],
		[{ valid: true, destinations: [{ ready: false }] }, noReason('ready: false')],
		[{ valid: true, destinations: [{ isReady: false, reason: 'Off' }] }, 'Off'],
		[
			{ valid: true, destinations: [{ outcome: { status: 'blocked' } }] },
			noReason('status: blocked'),
		],
		[{ valid: true, destinations: [{ status: 'not ready' }] }, noReason('status: not ready')],
		[{ issues: [], checks: [{ passed: false }] }, noReason('passed: false')],
		[{ issues: [], checks: [{ ok: false, check: 'media' }] }, 'media'],
		[{ ready: true, checks: [{ severity: 'error', message: 'Off' }] }, 'Off'],
		[{ ready: true, problems: [{ level: 'warning' }, { level: 'error', code: 'x' }] }, 'x'],
		[{ ready: true, problems: [{}] }, 'The service reports a problem'],
		[{ ready: true, errors: { text: [{}] } }, 'The service reports a problem'],
		[{ ready: true, error_count: 0, errors: 2 }, 'The service reports a problem'],
		[{ ready: true, valid: false }, noReason('valid: false')],
		[{ ready: true, blocked: true }, noReason('blocked: true')],
		[{ status: 'ready', success: false }, noReason('success: false')],
		[{ ready: 'no' }, noReason('ready: no')],
		[{ data: { nested: [[{ passed: false, msg: 'Deep' }]] }, ready: true }, 'Deep'],
		[{ ready: true, checks: [{ level: 'warning', errors: ['Off'] }] }, 'Off'],
		[{ ready: true, errors: [{ ok: true, valid: false, message: 'Off' }] }, 'Off'],
		[{ issues: [{ blocking: true, message: 'Off' }] }, 'Off'],
		[{ level: 'warning', ready: false }, noReason('ready: false')],
	])('%j', (preflight, objection) => {
		expect(readPreflight(preflight, [])).toMatchObject({
			ready: false,
			objections: [{ text: objection }],
		});
	});
});

it.each<[IDataObject, string[]]>([
	[{ ready: false, destinations: [{ account_id: 'a', ready: false, errors: ['Off'] }] }, ['Off']],
	[{ ready: false, errors: ['Off'], destinations: [{ account_id: 'a', ok: false }] }, ['Off']],
	[
		{
			ready: false,
			destinations: [
				{ account_id: 'a', errors: ['Off'] },
				{ account_id: 'b', ready: false },
			],
		},
		[noReason('ready: false'), 'Off'],
	],
])('a verdict is not an objection of its own if its reason is known: %j', (preflight, texts) => {
	expect(readPreflight(preflight, []).objections.map(({ text }) => text)).toEqual(texts);
});

describe('a warning does not make a post unready', () => {
	it.each<[IDataObject, boolean | undefined]>([
		[{ ready: true, warnings: [{ message: 'Long', passed: false }] }, true],
		[{ ok: true, notices: ['Long'], hints: [{ severity: 'error' }] }, true],
		[{ valid: true, issues: [{ severity: 'Warning', message: 'Long' }] }, true],
		[{ issues: [{ level: 'info', message: 'Long' }] }, true],
		[{ valid: true, issues: [{ blocking: false, message: 'Long' }] }, true],
		[{ valid: true, checks: [{ severity: 'warning', passed: false }] }, true],
		[{ valid: true, checks: [{ level: 'warning', details: [{ passed: false }] }] }, true],
		[{ checks: [{ severity: 'error', passed: true }] }, true],
		[{ errors: [{ severity: 'error', passed: true, code: 'x' }] }, true],
		[{ valid: true, destinations: [{ options: { ok: false, errors: ['mine'] } }] }, true],
		[{ warnings: ['Long'] }, undefined],
	])('%j', (preflight, ready) => {
		expect(readPreflight(preflight, [])).toMatchObject({ ready, objections: [] });
	});
});

describe('any preflight', () => {
	const name = fc.constantFrom('ready', 'valid', 'status', 'checks', 'destinations', 'x');
	const word = fc.constantFrom<unknown>(true, null, 'ready', 'warning', 'draft', 0, '');
	const part = fc.dictionary(name, word, { maxKeys: 3 });
	const parts = fc.array(part, { maxLength: 2 });
	const anyBody = fc.dictionary(name, fc.oneof(word, part, parts), { maxKeys: 4 });

	const no = fc.constantFrom<IDataObject>(
		{ ready: false },
		{ passed: false },
		{ ok: false },
		{ errors: ['Off'] },
		{ severity: 'error' },
		{ status: 'blocked' },
	);

	it('is not ready if a nested record contains an objection', () => {
		fc.assert(
			fc.property(anyBody, no, (body, entry) => {
				const preflight = { ...(body as IDataObject), entries: [{ nested: entry }] };
				expect(readPreflight(preflight, []).ready).toBe(false);
			}),
		);
	});

	it('is never unready without an objection', () => {
		fc.assert(
			fc.property(anyBody, (body) => {
				expect(readPreflight(body as IDataObject, []).ready).not.toBe(false);
			}),
		);
	});

	it('is read however deep its records are nested', () => {
		let nested: IDataObject = { passed: false };
		for (let depth = 0; depth < 20_000; depth++) nested = { nested };
		expect(readPreflight({ ready: true, nested }, []).ready).toBe(false);
		let list: unknown[] = ['Off'];
		for (let depth = 0; depth < 20_000; depth++) list = [list];
		expect(readPreflight({ ready: true, errors: list } as IDataObject, [])).toMatchObject({
			ready: false,
			objections: [{ text: 'Off' }],
		});
		let checks: IDataObject = { passed: true };
		for (let depth = 0; depth < 20_000; depth++) checks = { checks: [checks] };
		expect(readPreflight(checks, []).ready).toBeUndefined();
	});
});

it.each<[IDataObject, string | undefined]>([
	[{ errors: [{ account_id: 'a1', message: 'Too long' }] }, 'a1'],
	[{ destinations: [{ account_id: 7, problems: ['Too long'] }] }, '7'],
	[{ destinations: [{ accountId: 'a1', checks: [{ ok: false, reason: 'Too long' }] }] }, 'a1'],
	[{ accounts: [{ id: 'a1', ready: false, reason: 'Too long' }] }, 'a1'],
	[{ results: [{ account: { id: 'a1' }, error: 'Too long' }] }, 'a1'],
	[{ id: 'p1', errors: ['Too long'] }, undefined],
	[{ checks: [{ id: 'c1', ok: false, reason: 'Too long' }] }, undefined],
])('readPreflight reads the account that an objection is about: %j', (preflight, accountId) => {
	expect(readPreflight(preflight, []).objections).toEqual([{ text: 'Too long', accountId }]);
});

it.each<[IDataObject, string | undefined]>([
	[{ warnings: ['Long'] }, undefined],
	[{ destinations: [{ account_id: 'a1', warnings: [{ message: 'Long' }] }] }, 'a1'],
	[{ issues: [{ severity: 'warning', account_id: 'a1', message: 'Long' }] }, 'a1'],
	[{ notice: { detail: 'Long' }, ready: true }, undefined],
	[{ warnings: { text: ['Long'], media: [] } }, undefined],
	[{ destinations: [{ account_id: 'a1', warnings: { text: [{ message: 'Long' }] } }] }, 'a1'],
	[{ checks: [{ severity: 'warning', account_id: 'a1', message: 'Long' }] }, 'a1'],
])('readPreflight reads the account that a warning is about: %j', (preflight, accountId) => {
	expect(readPreflight(preflight, []).warnings).toEqual([{ text: 'Long', accountId }]);
});

it.each<[IDataObject]>([
	[{ title: 'Long', notes: ['Long'] }],
	[{ issues: [{ severity: 'error', message: 'Too long' }] }],
	[{ warnings: [null, {}, ''] }],
	[{ checks: [{ severity: 'warning', passed: true, message: 'Long' }] }],
])('readPreflight finds no warning in %j', (preflight) => {
	expect(readPreflight(preflight, []).warnings).toEqual([]);
});
