import type { IDataObject } from 'n8n-workflow';

import { readPreflight } from '../../../../nodes/SocialPublishing/api/readings/preflight';

describe('reasons and messages', () => {
	it.each<[IDataObject, string[]]>([
		[{ ready: false, reasons: ['Token expired', 'Too long'] }, ['Token expired', 'Too long']],
		[{ ready: false, messages: [{ detail: 'Too long' }] }, ['Too long']],
		[{ destinations: [{ account_id: 'a', ready: false, reasons: ['Off'] }] }, ['Off']],
		[{ ready: true, accounts: [{ id: 'a', valid: false, messages: ['Off'] }] }, ['Off']],
		[{ ready: false, reason: ['Off'] }, ['Off']],
		[{ ready: false, destinations: [{ account_id: 'a', reasons: ['Off'] }] }, ['Off']],
		[{ ready: false, reasons: [] }, ['The service gives no reason (ready: false)']],
		[{ ready: true, messages: [{ severity: 'error', message: 'Off' }] }, ['Off']],
	])('are objections if the verdict is negative: %j', (preflight, texts) => {
		const { ready, objections, warnings } = readPreflight(preflight, []);
		expect([ready, objections.map(({ text }) => text), warnings]).toEqual([false, texts, []]);
	});

	it.each<[IDataObject, boolean | undefined, string[]]>([
		[{ ready: true, messages: ['Published at once'] }, true, []],
		[{ ready: true, destinations: [{ reasons: ['Long'] }] }, true, []],
		[{ messages: [{ level: 'info', message: 'Long' }] }, undefined, ['Long']],
		[{ ready: true, messages: [{ level: 'info', message: 'Long' }] }, true, ['Long']],
		[{ reasons: ['Long'] }, undefined, []],
		[{ success: true, messages: ['Long'] }, undefined, []],
		[{ messages: [], reasons: [] }, undefined, []],
		[{ ready: true, messages: 3, reasons: [3, null, ['Long']] }, true, []],
	])('are none unless the verdict is negative: %j', (preflight, ready, texts) => {
		const reading = readPreflight(preflight, []);
		expect(reading).toMatchObject({ ready, objections: [] });
		expect(reading.warnings.map(({ text }) => text)).toEqual(texts);
	});

	it('name the account that they are about', () => {
		const destinations = [
			{ account_id: 'a', ready: false, reasons: ['Off', { account_id: 'b', message: 'No' }] },
		];
		const { objections } = readPreflight({ destinations }, []);
		expect(objections.map(({ accountId }) => accountId)).toEqual(['a', 'b']);
	});
});

describe('a complaint without a text', () => {
	const ofA1 = (entry: IDataObject) => ({
		valid: false,
		failed: [{ account_id: 'a1', ...entry }],
	});

	it.each<IDataObject>([
		{ errors: ['Too long'] },
		{ problems: [{ message: 'Too long' }] },
		{ errors: { text: ['Too long'] } },
		{ reasons: ['Too long'] },
		{ messages: [{ detail: 'Too long' }] },
		{ checks: [{ passed: false, message: 'Too long' }] },
		{ status: 'failed', blocking: [{ errors: ['Too long'] }] },
	])('has the reasons that it contains: %j', (entry) => {
		expect(readPreflight(ofA1(entry), []).objections).toEqual([
			{ text: 'Too long', accountId: 'a1' },
		]);
	});

	it('has the warnings that it contains', () => {
		const { objections, warnings } = readPreflight(
			ofA1({ errors: ['Off'], warnings: ['Long'] }),
			[],
		);
		expect(objections).toEqual([{ text: 'Off', accountId: 'a1' }]);
		expect(warnings).toEqual([{ text: 'Long', accountId: 'a1' }]);
	});

	it('is a problem of its account, unless the reason is known', () => {
		const unexplained = readPreflight(ofA1({}), []);
		expect(unexplained.objections).toMatchObject([
			{ text: 'The service reports a problem', accountId: 'a1' },
		]);
		const errors = [{ account_id: 'a1', message: 'Too long' }];
		const explained = readPreflight({ ...ofA1({}), errors }, []);
		expect(explained.objections).toEqual([{ text: 'Too long', accountId: 'a1' }]);
	});

	it('is read however deep it is', () => {
		let deep: IDataObject = { errors: ['Off'] };
		for (let depth = 0; depth < 20_000; depth++) deep = { errors: [deep] };
		const { objections } = readPreflight(deep, []);
		expect(objections.map(({ text }) => text)).toEqual(['Off']);
	});
});
