import type { IDataObject } from 'n8n-workflow';

import { typesOf, usePollHarness } from '../../support/pollHarness';

const EVENTS = [
	...['post.draft', 'post.publishing', 'post.published', 'post.failed'],
	...['delivery.published', 'delivery.failed'],
];

/** What the list shows instead of the current post. */
let lagging: IDataObject | undefined;

const harness = usePollHarness({ dialect: { listedPost: (post) => lagging ?? post } });

beforeEach(() => {
	lagging = undefined;
});

const read = async (id: string) => await harness.request('GET', `/posts/${id}`);
const withoutText = (post: IDataObject) => ({ ...post, text: undefined });

it.each(['a draft', 'being published'])(
	'a published post that a list shows as %s for a while is reported once',
	async (earlier) => {
		const id = await harness.draft('Fresh rolls', 'Cakes on Pagebook');
		const host = await harness.activated({ events: EVENTS });
		if (earlier === 'being published') await harness.request('POST', `/posts/${id}/publish`, {});
		const before = await read(id);
		await (earlier === 'a draft' ? harness.publish(id) : harness.service.clock.advance(1_000));
		await host.poll();
		lagging = before;
		await host.poll();
		lagging = undefined;
		await host.poll();
		expect(typesOf(host)).toEqual(['delivery.published', 'post.published']);
	},
);

it.each(['before', 'after'])(
	'a post that is scheduled %s the activation is no draft again because a list then shows it as it was',
	async (moment) => {
		const events = ['post.draft', 'post.scheduled'];
		const active = moment === 'after' ? await harness.activated({ events }) : undefined;
		const id = await harness.draft('Fresh rolls', 'Cakes on Pagebook');
		const draft = await read(id);
		const scheduled_at = '2030-01-07T09:00:00Z';
		await harness.request('POST', `/posts/${id}/schedule`, { scheduled_at });
		const host = active ?? (await harness.activated({ events }));
		await host.poll();
		lagging = draft;
		await host.poll();
		lagging = undefined;
		await host.poll();
		expect(typesOf(host)).toEqual(moment === 'after' ? ['post.scheduled'] : []);
		await harness.request('POST', `/posts/${id}/cancel`);
		await host.poll();
		expect(typesOf(host).at(-1)).toBe('post.draft');
	},
);

it.each(['draft', 'scheduled'])(
	'a post that is being published is not %s again because a list then shows it as it was',
	async (earlier) => {
		const events = ['post.draft', 'post.scheduled', 'post.publishing'];
		const host = await harness.activated({ events });
		const { service } = harness;
		service.setOutcome('Cakes on Pagebook', { status: 'published', delayMs: 60_000 });
		const id = await harness.draft('Fresh rolls', 'Cakes on Pagebook');
		const draft = await read(id);
		const scheduled_at = new Date(service.clock.now() + 60_000).toISOString();
		await harness.request('POST', `/posts/${id}/schedule`, { scheduled_at });
		const scheduled = await read(id);
		await service.clock.advance(60_000);
		await host.poll();
		lagging = earlier === 'draft' ? draft : scheduled;
		await host.poll();
		lagging = undefined;
		await host.poll();
		expect(typesOf(host)).toEqual(['post.publishing']);
	},
);

it('a delivery is not reported as failed again because a list shows it as it was before its retry', async () => {
	const id = await harness.published('Fresh rolls', 'Always fails');
	const failed = await read(id);
	const host = await harness.activated({ events: EVENTS });
	harness.service.setOutcome('Always fails', { status: 'published', delayMs: 5_000 });
	const [destination] = failed.destinations as IDataObject[];
	await harness.request('POST', `/destinations/${String(destination?.id)}/retry`, {});
	await host.poll();
	lagging = failed;
	await host.poll();
	lagging = undefined;
	await harness.service.clock.advance(5_000);
	await host.poll();
	expect(typesOf(host)).toEqual(['post.publishing', 'delivery.published', 'post.published']);
});

it.each<[string, IDataObject[string]]>([
	['text', undefined],
	['destinations', undefined],
	['destinations', []],
	['scheduled_at', undefined],
])(
	'a post is not reported as edited because a list once shows its %s as %j',
	async (field, shown) => {
		const id = await harness.draft('Fresh rolls', 'Cakes on Pagebook');
		const scheduled_at = '2030-01-07T09:00:00Z';
		await harness.request('POST', `/posts/${id}/schedule`, { scheduled_at });
		const host = await harness.activated({ events: ['post.updated', 'post.scheduled'] });
		lagging = { ...(await read(id)), [field]: shown };
		await host.poll();
		lagging = undefined;
		await host.poll();
		expect(typesOf(host)).toEqual([]);
	},
);

it('a post that is scheduled while a list leaves out its text is not reported as edited', async () => {
	const id = await harness.draft('Fresh rolls', 'Cakes on Pagebook');
	const host = await harness.activated({ events: ['post.updated', 'post.scheduled'] });
	const scheduled_at = '2030-01-07T09:00:00Z';
	await harness.request('POST', `/posts/${id}/schedule`, { scheduled_at });
	lagging = withoutText(await read(id));
	await host.poll();
	lagging = undefined;
	await host.poll();
	expect(typesOf(host)).toEqual(['post.scheduled']);
});

it('an edit is reported once by a list that never shows the text', async () => {
	const id = await harness.draft('Fresh rolls', 'Cakes on Pagebook');
	lagging = withoutText(await read(id));
	const host = await harness.activated({ events: ['post.updated'] });
	const account_id = harness.service.accountId('Bread on Shortpost');
	await harness.request('PATCH', `/posts/${id}`, { destinations: [{ account_id }] });
	lagging = withoutText(await read(id));
	await host.poll();
	await host.poll();
	expect(typesOf(host)).toEqual(['post.updated']);
});
