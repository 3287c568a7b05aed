import type { PollHost } from '../../../engine';
import { eventsOf, usePollHarness } from '../../support/pollHarness';

// n8n's store of processed items remembers the events that were reported before.

const harness = usePollHarness();

const CAKES = 'Cakes on Pagebook';
const FAILS = 'Always fails';
const EVENTS = ['account.reconnect_required', 'delivery.failed', 'post.scheduled'];

async function withOtherEvents(host: PollHost): Promise<PollHost> {
	for (const events of [['media.ready'], EVENTS]) {
		await harness.service.clock.advance(1_000);
		await harness.host({ events }, { record: host.record }).activate('update');
	}
	return await harness.restarted(host, { events: EVENTS });
}

async function withoutStaticData(host: PollHost): Promise<PollHost> {
	await harness.service.clock.advance(1_000);
	host.record.staticData = {};
	return await harness.restarted(host, { events: EVENTS });
}

describe.each([
	['after a time in which no such event was chosen', withOtherEvents],
	['after the static data of its workflow was lost', withoutStaticData],
])('%s, the polling trigger reports', (_when, forget) => {
	it('an account that was lost before and is lost again', async () => {
		const host = await harness.activated({ events: EVENTS });
		for (const isConnected of [false, true]) {
			harness.service.setConnected(CAKES, isConnected);
			await host.poll();
		}
		const later = await forget(host);
		harness.service.setConnected(CAKES, false);
		await later.poll();
		expect(eventsOf(host, later).map(({ type }) => type)).toEqual([
			'account.reconnect_required',
			'account.reconnect_required',
		]);
	});

	it('a delivery that was being retried and fails again', async () => {
		harness.service.setOutcome(FAILS, { status: 'failed', delayMs: 5_000 });
		const host = await harness.activated({ events: EVENTS });
		await harness.published('Fresh rolls', FAILS);
		await harness.service.clock.advance(10_000);
		await host.poll();
		const [first] = eventsOf(host);
		const { destination_id } = Object(first?.data);
		await harness.request('POST', `/destinations/${destination_id}/retry`, {});
		const later = await forget(host);
		await harness.service.clock.advance(10_000);
		await later.poll();
		expect(eventsOf(later)).toEqual([
			expect.objectContaining({ type: 'delivery.failed', data: first?.data }),
		]);
	});

	it('a post that was cancelled and is scheduled for the same time again', async () => {
		const host = await harness.activated({ events: EVENTS });
		const id = await harness.draft('Fresh rolls', CAKES);
		const scheduled_at = new Date(harness.service.clock.now() + 3_600_000).toISOString();
		const schedule = async () =>
			await harness.request('POST', `/posts/${id}/schedule`, { scheduled_at });
		await schedule();
		await host.poll();
		await harness.request('POST', `/posts/${id}/cancel`);
		const later = await forget(host);
		await schedule();
		await later.poll();
		expect(eventsOf(host, later).map(({ type }) => type)).toEqual([
			'post.scheduled',
			'post.scheduled',
		]);
	});
});
