import { byId } from '../support/nodeHarness';
import { eventsOf, PollHarness } from '../support/pollHarness';
import { locationOf, useTriggerHarness } from '../support/triggerHarness';

const harness = useTriggerHarness();

const removeOther = (service: typeof harness.service) =>
	service.state.workspaces.delete(service.workspaceId('Side project'));

it('the trigger registers in the only workspace if none is chosen', async () => {
	removeOther(harness.service);
	await harness.activated({ workspaceId: byId('') });
	expect(harness.webhooks).toMatchObject([{ workspaceId: harness.workspaceId }]);
});

it('the trigger cannot be activated if there are several workspaces and none is chosen', async () => {
	const host = await harness.start({ workspaceId: byId('') });
	await expect(host.activate()).rejects.toThrow(/^'Workspace' is empty.*Bakery \[.+Side project/);
	expect(harness.webhooks).toEqual([]);
});

it('the trigger registers in the workspace of the chosen accounts', async () => {
	const accountIds = [harness.service.accountId('Side on Pagebook')];
	await harness.activated({ workspaceId: byId(''), accountIds });
	const workspaceId = harness.service.workspaceId('Side project');
	expect(harness.webhooks).toMatchObject([{ workspaceId }]);
});

it('the trigger cannot be activated for accounts of several workspaces', async () => {
	const accountIds = ['Side on Pagebook', 'Bread on Shortpost'].map((name) =>
		harness.service.accountId(name),
	);
	const host = await harness.start({ workspaceId: byId(''), accountIds });
	await expect(host.activate()).rejects.toThrow(
		/^The chosen accounts are in more than one workspace.*Side on Pagebook is in Side project/,
	);
	expect(harness.webhooks).toEqual([]);
});

it('the polling trigger watches the workspace of the chosen accounts', async () => {
	const polls = new PollHarness();
	await polls.open();
	const accountIds = [polls.service.accountId('Bread on Shortpost')];
	const host = await polls.activated({ workspaceId: byId(''), accountIds });
	await polls.published('Fresh rolls', 'Bread on Shortpost');
	await host.poll();
	expect(eventsOf(host)).not.toEqual([]);
	await polls.close();
});

it('the polling trigger watches the only workspace if none is chosen', async () => {
	const polls = new PollHarness();
	await polls.open();
	removeOther(polls.service);
	const host = await polls.activated({ workspaceId: byId('') });
	await polls.published('Fresh rolls', 'Bread on Shortpost');
	await host.poll();
	expect(eventsOf(host).map(({ workspace_id }) => workspace_id)).toEqual([
		polls.workspaceId,
		polls.workspaceId,
	]);
	await polls.close();
});

it('neither trigger goes on if an account that decides the workspace is renamed', async () => {
	const chosen = { workspaceId: byId(''), accountIds: ['Bread on Shortpost'] };
	const rename = ({ state, accountId }: typeof harness.service) =>
		Object.assign(state.accounts.get(accountId('Bread on Shortpost')) ?? {}, { name: 'Rolls' });
	const unknown = 'There is no account "Bread on Shortpost"';

	const before = await harness.activated(chosen);
	rename(harness.service);
	await harness.service.clock.advance(6 * 60_000);
	const host = await harness.start(chosen, locationOf(before));
	await expect(host.activate('init')).rejects.toThrow(unknown);

	const polls = new PollHarness();
	await polls.open();
	const polled = await polls.activated(chosen);
	rename(polls.service);
	await polls.service.clock.advance(6 * 60_000);
	await polled.poll();
	expect(polled.errors.map(String)).toEqual([expect.stringContaining(unknown)]);
	await polls.close();
});
