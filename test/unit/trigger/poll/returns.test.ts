import type { IDataObject } from 'n8n-workflow';

import type { PollHost } from '../../../engine';
import { eventsOf, typesOf, usePollHarness } from '../../support/pollHarness';

const EVENTS = ['post.updated', 'post.scheduled', 'post.draft', 'post.published'];
const MONDAY = '2030-01-07T09:00:00Z';
const TUESDAY = '2030-01-08T09:00:00Z';

/** What the list shows instead of the current posts. */
let lagging: IDataObject | undefined;
/** Fields that the list leaves out. */
let hidden: string[] = [];

function listed(post: Record<string, unknown>): Record<string, unknown> {
	const shown = lagging ?? post;
	const omitted = ['created_at', 'updated_at', ...hidden];
	return Object.fromEntries(Object.entries(shown).filter(([name]) => !omitted.includes(name)));
}

const harness = usePollHarness({ dialect: { listedPost: listed } });

beforeEach(() => {
	lagging = undefined;
	hidden = [];
});

const read = async (id: string) => await harness.request('GET', `/posts/${id}`);
const edit = async (id: string, text: string) =>
	await harness.request('PATCH', `/posts/${id}`, { text });
const cancel = async (id: string) => await harness.request('POST', `/posts/${id}/cancel`);
const schedule = async (id: string, at: string, command = 'schedule') =>
	await harness.request(command === 'schedule' ? 'POST' : 'PATCH', `/posts/${id}/${command}`, {
		scheduled_at: at,
		timezone: 'UTC',
	});
const move = async (id: string, at: string) => await schedule(id, at, 'reschedule');
const draft = async () => await harness.draft('Fresh rolls', 'Cakes on Pagebook');

async function polledAfter(host: PollHost, ...steps: Array<() => Promise<unknown>>): Promise<void> {
	for (const step of steps) {
		await step();
		await host.poll();
	}
}

/** A host that has polled after each step of a new post that is moved there and back. */
async function movedThereAndBack(): Promise<{ id: string; host: PollHost }> {
	const id = await draft();
	const host = await harness.activated({ events: EVENTS });
	await polledAfter(
		host,
		() => schedule(id, MONDAY),
		() => move(id, TUESDAY),
		() => move(id, MONDAY),
	);
	return { id, host };
}

function expectOwnIds(host: PollHost): void {
	const ids = eventsOf(host).map(({ id }) => id);
	expect(new Set(ids).size).toBe(ids.length);
}

describe('in a list without revisions and dates,', () => {
	it('a post that is moved there and back again and again is reported each time', async () => {
		const { id, host } = await movedThereAndBack();
		await polledAfter(
			host,
			() => move(id, TUESDAY),
			() => move(id, MONDAY),
		);
		expect(typesOf(host)).toEqual(Array.from({ length: 5 }, () => 'post.scheduled'));
		expectOwnIds(host);
	});

	it('a text that is changed and restored is reported both times', async () => {
		const id = await draft();
		const host = await harness.activated({ events: EVENTS });
		await polledAfter(
			host,
			() => edit(id, 'Fresh buns'),
			() => edit(id, 'Fresh rolls'),
			() => edit(id, 'Fresh buns'),
		);
		expect(typesOf(host)).toEqual(['post.updated', 'post.updated', 'post.updated']);
		expectOwnIds(host);
	});

	it('the last event about a post that is scheduled, cancelled and scheduled says scheduled', async () => {
		const id = await draft();
		const host = await harness.activated({ events: EVENTS });
		await polledAfter(
			host,
			() => schedule(id, MONDAY),
			() => cancel(id),
			() => schedule(id, MONDAY),
			() => cancel(id),
			() => schedule(id, MONDAY),
		);
		expect(typesOf(host)).toEqual([
			'post.scheduled',
			'post.draft',
			'post.scheduled',
			'post.draft',
			'post.scheduled',
		]);
		expectOwnIds(host);
	});

	it.each(['text', 'timezone'])('a return is reported if the list shows no %s', async (field) => {
		hidden = [field];
		const { host } = await movedThereAndBack();
		expect(typesOf(host)).toEqual(['post.scheduled', 'post.scheduled', 'post.scheduled']);
	});

	it('a return is reported even if n8n was restarted in between', async () => {
		const id = await draft();
		const host = await harness.activated({ events: EVENTS });
		await polledAfter(
			host,
			() => schedule(id, MONDAY),
			() => move(id, TUESDAY),
		);
		const restarted = await harness.restarted(host, { events: EVENTS });
		await polledAfter(restarted, () => move(id, MONDAY));
		expect(typesOf(restarted)).toEqual(['post.scheduled']);
		expectOwnIds(restarted);
	});

	it.each([1, 3])(
		'a list that shows an earlier state for %i polls causes no event and no new state',
		async (polls) => {
			const id = await draft();
			const host = await harness.activated({ events: EVENTS });
			await polledAfter(host, () => schedule(id, MONDAY));
			const earlier = await read(id);
			await polledAfter(host, () => move(id, TUESDAY));
			const stored = JSON.stringify(host.record.staticData);
			lagging = earlier;
			for (let count = 0; count < polls; count++) await host.poll();
			expect(JSON.stringify(host.record.staticData)).toBe(stored);
			lagging = undefined;
			await host.poll();
			expect(typesOf(host)).toEqual(['post.scheduled', 'post.scheduled']);
			await polledAfter(host, () => move(id, MONDAY));
			expect(typesOf(host)).toHaveLength(3);
		},
	);

	it('a list that leaves out the text now and then does not report the same edit again and again', async () => {
		await draft();
		const host = await harness.activated({ events: EVENTS });
		for (const fields of [['text'], [], ['text'], [], ['text'], []]) {
			hidden = fields;
			await host.poll();
		}
		expect(typesOf(host).length).toBeLessThanOrEqual(2);
	});

	it('a return whose record cannot be read is reported by a later poll, and the other posts at once', async () => {
		const other = await draft();
		const id = await draft();
		const host = await harness.activated({ events: EVENTS });
		await polledAfter(
			host,
			() => schedule(id, MONDAY),
			() => move(id, TUESDAY),
		);
		await move(id, MONDAY);
		await edit(other, 'Fresh buns');
		harness.service.faults.add({
			operation: 'get_post',
			times: 10,
			action: { kind: 'status', when: 'before', status: 403 },
		});
		await host.poll();
		expect(typesOf(host)).toEqual(['post.scheduled', 'post.scheduled', 'post.updated']);
		harness.service.faults.clear();
		await host.poll();
		expect(typesOf(host).slice(3)).toEqual(['post.scheduled']);
	});

	it('only a return takes a request of its own', async () => {
		const id = await draft();
		const host = await harness.activated({ events: EVENTS });
		const requestsAfter = async (step: () => Promise<unknown>) => {
			await step();
			harness.requests();
			await host.poll();
			return harness.requests();
		};
		expect(await requestsAfter(() => schedule(id, MONDAY))).toEqual(['list_posts']);
		expect(await requestsAfter(() => move(id, TUESDAY))).toEqual(['list_posts']);
		expect(await requestsAfter(() => move(id, MONDAY))).toEqual(['list_posts', 'get_post']);
	});
});
