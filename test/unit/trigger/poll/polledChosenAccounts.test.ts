import type { INodeParameters } from 'n8n-workflow';

import type { PollHost } from '../../../engine';
import { eventsOf, usePollHarness } from '../../support/pollHarness';

const harness = usePollHarness();

const BREAD = 'Bread on Shortpost';
const CAKES = 'Cakes on Pagebook';

const choosing = (accountIds: INodeParameters['accountIds']) => ({
	events: ['delivery.published'],
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

const fiveMinutes = async () => await harness.service.clock.advance(5 * 60_000 + 1);

/** The accounts whose deliveries start the workflow. Checks that the poll only reads the posts. */
async function passedBy(host: PollHost, names = [BREAD, CAKES]): Promise<string[]> {
	const before = eventsOf(host).length;
	const idOf = new Map(names.map((name) => [harness.service.accountId(name), name]));
	await harness.published('Fresh', ...names);
	harness.requests();
	await host.poll();
	expect(harness.requests()).toEqual(['list_posts']);
	const passed = eventsOf(host).slice(before);
	return passed.map(({ data }) => idOf.get(String(Object(data).account_id)) ?? '');
}

it.each<[string, INodeParameters['accountIds']]>([
	['its name', [BREAD]],
	['its name in other case and with spaces', ['  bread ON shortpost ']],
	['name and platform', [`${BREAD} (shortpost)`]],
	['an expression', '={{ "Bread on Shortpost (shortpost), Slow" }}'],
])('an account can be chosen by %s', async (_how, accountIds) => {
	const host = await harness.activated(choosing(accountIds));
	expect(await passedBy(host)).toEqual([BREAD]);
	await fiveMinutes();
	expect(await passedBy(host)).toEqual([BREAD]);
});

it('the workflow cannot be activated with an unknown name, and the error lists the accounts', async () => {
	const { record } = await harness.activated(choosing([BREAD]));
	for (const host of [
		harness.host(choosing([BREAD, 'Bred'])),
		harness.host(choosing(['Bred']), { record }),
	]) {
		await expect(host.activate('update')).rejects.toThrow(
			/^There is no account "Bred"\. .*Bread on Shortpost \(shortpost\), .*Slow \(worklink\)/,
		);
	}
});

it('an account that is renamed later is still chosen, also after a restart', async () => {
	const before = await harness.activated(choosing([BREAD]));
	rename(BREAD, 'Rolls');
	rename(CAKES, BREAD);
	await fiveMinutes();
	expect(await passedBy(before, ['Rolls', BREAD])).toEqual(['Rolls']);
	harness.requests();
	const host = await harness.restarted(before, choosing([BREAD]));
	expect(harness.requests()).not.toContain('list_accounts');
	expect(await passedBy(host, ['Rolls', BREAD])).toEqual(['Rolls']);
	const again = harness.host(choosing([BREAD]), { record: host.record });
	await again.activate('update');
	expect(await passedBy(again, ['Rolls', BREAD])).toEqual([BREAD]);
});

it('the workflow cannot be activated while the accounts cannot be listed', async () => {
	stopListing(503);
	const host = harness.host(choosing([harness.service.accountId(BREAD)]));
	await expect(host.activate()).rejects.toThrow('Could not list the accounts');
});

it('the accounts need not be listed again, not even after a restart', async () => {
	const host = await harness.activated(choosing([BREAD]));
	stopListing(503);
	await fiveMinutes();
	expect(await passedBy(host)).toEqual([BREAD]);
	expect(await passedBy(await harness.restarted(host, choosing([BREAD])))).toEqual([BREAD]);
});

it('the test event in the editor is about an account that is chosen by name', async () => {
	await harness.published('Bread only', BREAD);
	await harness.published('Cakes only', CAKES);
	const { items } = await harness.fetchTestEvent({ ...choosing([BREAD]), includeResource: true });
	expect(items[0]?.json).toMatchObject({ post_text: 'Bread only' });
	const { error } = await harness.fetchTestEvent(choosing(['Bred']));
	expect(error?.message).toBe('There is no account "Bred"');
});
