import { byId } from '../support/nodeHarness';
import { eventsOf, PollHarness } from '../support/pollHarness';
import { useTriggerHarness } from '../support/triggerHarness';

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
