import type { INodeParameters } from 'n8n-workflow';

import type { TriggerHost } from '../../engine';
import { event, locationOf, useTriggerHarness } from '../support/triggerHarness';

const harness = useTriggerHarness();

const BREAD = 'Bread on Shortpost';
const CAKES = 'Cakes on Pagebook';
const NAMES = ['Bread on Shortpost', 'Bread on Photowall', 'Cakes on Pagebook'];

const choosing = (accountIds: INodeParameters['accountIds']) => ({
	events: ['delivery.failed'],
	accountIds,
});

function rename(from: string, to: string): void {
	const account = harness.service.state.accounts.get(harness.service.accountId(from));
	Object.assign(account ?? {}, { name: to });
}

function stopListing(status: number): void {
	const action = { kind: 'status', when: 'before', status } as const;
	harness.service.faults.add({ operation: 'list_accounts', times: Infinity, action });
}

const about = (accountId: string) =>
	event({ type: 'delivery.failed', data: { account_id: accountId } });

/** The accounts whose events start the workflow. Checks that no event takes a request. */
async function passedBy(host: TriggerHost, names = NAMES, slot?: 'test'): Promise<string[]> {
	harness.requests();
	const passed: string[] = [];
	for (const name of names) {
		const sent = about(harness.service.accountId(name));
		const { status, workflowData } = await harness.send(host, sent, { slot });
		expect(status).toBe(200);
		if (workflowData !== undefined) passed.push(name);
	}
	expect(harness.requests()).toEqual([]);
	return passed;
}

describe('an account can be chosen', () => {
	it.each<[string, INodeParameters['accountIds'], string[]]>([
		['by its name', [BREAD], [BREAD]],
		['by its name in other case and with spaces', ['  bread ON shortpost '], [BREAD]],
		['by name and platform', [`${BREAD} (shortpost)`], [BREAD]],
		['by an expression', '={{ "Bread on Shortpost" }}', [BREAD]],
		['with others in one text', `={{ "${CAKES}, ${BREAD} (shortpost)" }}`, [BREAD, CAKES]],
	])('%s', async (_how, accountIds, expected) => {
		const host = await harness.activated(choosing(accountIds));
		expect(await passedBy(host)).toEqual(expected);
	});

	it('by its ID, even if another account has it as a name', async () => {
		const id = harness.service.accountId(BREAD);
		rename(CAKES, id);
		const host = await harness.activated(choosing([id]));
		expect(await passedBy(host, [BREAD, 'Bread on Photowall'])).toEqual([BREAD]);
	});

	it('by a name with a comma', async () => {
		rename(BREAD, 'Rolls, buns and more');
		const host = await harness.activated(choosing('={{ "rolls, buns and more" }}'));
		expect(await passedBy(host, ['Rolls, buns and more', CAKES])).toEqual(['Rolls, buns and more']);
	});

	it('by name for a test event', async () => {
		const host = await harness.start(choosing([BREAD]));
		await host.activate('manual');
		expect(await passedBy(host, [CAKES], 'test')).toEqual([]);
		const sent = about(harness.service.accountId(BREAD));
		expect((await harness.send(host, sent, { slot: 'test' })).workflowData).toBeDefined();
	});
});

describe('the workflow cannot be activated', () => {
	it.each(['activate', 'update', 'manual'] as const)(
		'with an unknown name, and the error lists the accounts (%s)',
		async (mode) => {
			const host = await harness.start(choosing([BREAD, 'Bred']));
			await expect(host.activate(mode)).rejects.toThrow(
				/^There is no account "Bred"\. .*Bread on Shortpost \(shortpost\), .*Slow \(worklink\)/,
			);
			expect(harness.webhooks).toEqual([]);
		},
	);

	it('with a name that two accounts have, and the error lists these', async () => {
		rename(CAKES, BREAD);
		const host = await harness.start(choosing([BREAD]));
		await expect(host.activate()).rejects.toThrow(
			/^"Bread on Shortpost" is the name of 2 accounts.*\(shortpost\), Bread on Shortpost \(pagebook\)\.$/,
		);
		expect(harness.webhooks).toEqual([]);
	});

	it.each([
		['by its name', 503, `={{ "${BREAD}" }}`],
		['by its ID', 503, ['account_1']],
		['by its name', 403, [BREAD]],
	])(
		'with an account %s while the accounts cannot be listed (%d)',
		async (_how, status, chosen) => {
			stopListing(status);
			const host = await harness.start(choosing(chosen));
			await expect(host.activate()).rejects.toThrow('Could not list the accounts');
			expect(harness.webhooks).toEqual([]);
		},
	);

	it('with a new account while the credential may not list accounts', async () => {
		const host = await harness.activated(choosing([BREAD]));
		stopListing(403);
		const changed = await harness.start(choosing(['Rolls']), locationOf(host));
		await expect(changed.activate('update')).rejects.toThrow('Could not list the accounts');
	});
});

it('no accounts are listed if none are chosen', async () => {
	await harness.activated(choosing([]));
	expect(harness.requests()).not.toContain('list_accounts');
});

describe('an account that was chosen by name and is renamed later', () => {
	it('is still chosen, also after a restart, which lists no accounts', async () => {
		const host = await harness.activated(choosing([BREAD]));
		rename(BREAD, 'Rolls');
		rename(CAKES, BREAD);
		expect(await passedBy(host, ['Rolls', BREAD])).toEqual(['Rolls']);
		await harness.service.clock.advance(5 * 60_000 + 1);
		harness.requests();
		await host.activate('init');
		expect(harness.requests()).not.toContain('list_accounts');
		expect(await passedBy(host, ['Rolls', BREAD])).toEqual(['Rolls']);
		harness.service.state.webhooks.clear();
		await host.activate('init');
		expect(await passedBy(host, ['Rolls', BREAD])).toEqual(['Rolls']);
	});

	it('gives way to the account that now has the name when a user activates the workflow', async () => {
		const host = await harness.activated(choosing([BREAD]));
		rename(BREAD, 'Rolls');
		rename(CAKES, BREAD);
		await harness.service.clock.advance(5 * 60_000 + 1);
		await host.activate('update');
		expect(await passedBy(host, ['Rolls', BREAD])).toEqual([BREAD]);
	});
});

describe('accounts that were looked up at the activation', () => {
	it('count until the next one, whatever an expression then returns', async () => {
		const before = await harness.activated(choosing([BREAD]));
		const host = await harness.start(choosing([CAKES]), locationOf(before));
		expect(await passedBy(host)).toEqual([BREAD]);
		await host.activate('init');
		expect(await passedBy(host)).toEqual([CAKES]);
	});

	it('need no list of accounts when n8n starts again', async () => {
		const host = await harness.activated(choosing([BREAD]));
		stopListing(503);
		await host.activate('init');
		expect(harness.log).toEqual([]);
		expect(await passedBy(host)).toEqual([BREAD]);
	});
});

it('a call that began before the activation does not undo what the activation has looked up', async () => {
	const before = await harness.activated({ ...choosing([CAKES]), includeResource: true });
	await harness.service.clock.advance(1_000);
	const host = await harness.start(choosing([BREAD]), locationOf(before));
	harness.service.faults.add({
		operation: 'get_post',
		action: { kind: 'hold', when: 'before', until: async () => await host.activate('update') },
	});
	const data = { account_id: harness.service.accountId(CAKES), post_id: 'post' };
	await harness.send(before, event({ type: 'delivery.failed', data }));
	expect(before.started).toHaveLength(1);
	expect(await passedBy(host)).toEqual([BREAD]);
});
