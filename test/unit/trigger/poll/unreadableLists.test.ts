import type { PollHost } from '../../../engine';
import { eventsOf, FINAL_EVENTS, typesOf, usePollHarness } from '../../support/pollHarness';
import { until } from '../../support/until';

const harness = usePollHarness();

const CAKES = 'Cakes on Pagebook';

async function pollWhile(host: PollHost, status: number): Promise<void> {
	harness.service.faults.add({
		operation: 'list_posts',
		times: 50,
		action: { kind: 'status', when: 'before', status },
	});
	await host.poll();
	harness.service.faults.clear();
}

it('the polling trigger only logs a short outage, and catches up at the next poll', async () => {
	const host = await harness.activated();
	await harness.published('Fresh rolls', CAKES);
	await pollWhile(host, 503);
	expect(host.errors).toEqual([]);
	expect(harness.log).toContainEqual(
		expect.stringMatching(/^warn: .*a poll failed\. The next poll catches up\./),
	);
	await host.poll();
	expect(eventsOf(host)).toHaveLength(2);
});

it('the polling trigger reports a refused token as an error once an hour', async () => {
	const host = await harness.activated();
	await pollWhile(host, 401);
	await pollWhile(host, 401);
	expect(host.errors).toHaveLength(1);
	expect(host.errors[0]?.message).toContain('401');
	await harness.service.clock.advance(60 * 60_000);
	await pollWhile(host, 401);
	expect(host.errors).toHaveLength(2);
});

it.each([503, 403])(
	'the polling trigger reads the other lists if one gets status %d, and later reports the events of that list, too',
	async (status) => {
		const events = [...FINAL_EVENTS, 'account.reconnect_required', 'media.ready'];
		const host = await harness.activated({ events });
		await harness.published('Fresh rolls', CAKES);
		harness.service.setConnected(CAKES, false);
		harness.service.faults.add({
			operation: 'list_accounts',
			times: 50,
			action: { kind: 'status', when: 'before', status },
		});
		await host.poll();
		expect(typesOf(host)).toEqual(['delivery.published', 'post.published']);
		const reports = [
			...host.errors.map(({ message }) => message),
			...harness.log.filter((line) => line.includes('a poll failed')),
		];
		expect(reports).toEqual([expect.stringContaining(String(status))]);
		const after = await harness.restarted(host, { events });
		harness.service.faults.clear();
		await harness.published('More rolls', 'Bread on Shortpost');
		await after.poll();
		expect(typesOf(after).sort()).toEqual([
			'account.reconnect_required',
			'delivery.published',
			'post.published',
		]);
	},
);

it('the polling trigger dispatches every event in the outbox when n8n starts, even if a list cannot be read', async () => {
	const host = await harness.activated();
	for (let count = 0; count < 5; count++) await harness.published(`Bread ${count}`, CAKES);
	const events = [...FINAL_EVENTS, 'account.reconnect_required'];
	harness.service.faults.add({
		operation: 'list_accounts',
		times: 50,
		action: { kind: 'status', when: 'before', status: 503 },
	});
	const after = await harness.restarted(host, { events });
	await until(() => eventsOf(after).length >= 10);
	expect(eventsOf(after)).toHaveLength(10);
});

it('the polling trigger starts with an empty state after a failed activation', async () => {
	harness.service.faults.add({
		operation: 'list_accounts',
		times: 50,
		action: { kind: 'status', when: 'before', status: 403 },
	});
	const host = harness.host({ events: [...FINAL_EVENTS, 'account.reconnect_required'] });
	await expect(host.activate()).rejects.toThrow('403');
	harness.service.faults.clear();
	await harness.published('Fresh rolls', CAKES);
	await host.activate();
	expect(eventsOf(host)).toEqual([]);
});

it('the polling trigger cannot be activated while its first poll fails', async () => {
	harness.service.faults.add({
		operation: 'list_posts',
		times: 50,
		action: { kind: 'status', when: 'before', status: 503 },
	});
	await expect(harness.activated()).rejects.toThrow('503');
});

it('the polling trigger starts with n8n even if the service is down', async () => {
	const host = await harness.activated();
	await harness.published('Fresh rolls', CAKES);
	harness.service.faults.add({
		operation: 'list_posts',
		times: 50,
		action: { kind: 'status', when: 'before', status: 503 },
	});
	const after = await harness.restarted(host);
	harness.service.faults.clear();
	await after.poll();
	expect(eventsOf(after)).toHaveLength(2);
});

it('the polling trigger does not start with n8n if the service refuses the only list that it watches', async () => {
	const host = await harness.activated();
	harness.service.faults.add({
		operation: 'list_posts',
		times: 50,
		action: { kind: 'status', when: 'before', status: 403 },
	});
	await expect(harness.restarted(host)).rejects.toThrow('403');
});
