import type { IDataObject } from 'n8n-workflow';

import { typesOf, usePollHarness } from '../../support/pollHarness';

const EVENTS = ['post.published', 'delivery.published', 'post.failed', 'delivery.failed'];

type Form = (post: IDataObject) => IDataObject;

/** How the list shows a post. */
let form: Form;

const harness = usePollHarness({ dialect: { listedPost: (post) => form(post as IDataObject) } });

const destinationsOf = (post: IDataObject) => post.destinations as IDataObject[];
const inDestinations =
	(change: Form): Form =>
	(post) => ({ ...post, destinations: destinationsOf(post).map(change) });

const withoutText: Form = (post) => ({ ...post, text: undefined });

async function schedule(id: string): Promise<void> {
	const scheduled_at = '2030-01-07T09:00:00Z';
	await harness.request('POST', `/posts/${id}/schedule`, { scheduled_at });
}

async function retry(id: string): Promise<void> {
	const post = await harness.request('GET', `/posts/${id}`);
	const [destination] = destinationsOf(post);
	await harness.request('POST', `/destinations/${String(destination?.id)}/retry`, {});
	await harness.service.clock.advance(2_000);
}

const FORMS: Array<[string, Form]> = [
	['a shortened text', (post) => ({ ...post, text: String(post.text).slice(0, 5) })],
	['null as the text', (post) => ({ ...post, text: null })],
	['null as the options', inDestinations((each) => ({ ...each, options: null }))],
];

it.each(FORMS)(
	'the outcome of a retry is reported if the list shows the post with %s',
	async (_, shown) => {
		form = shown;
		const id = await harness.published('Fresh rolls', 'Always fails');
		const host = await harness.activated({ events: EVENTS });
		harness.service.setOutcome('Always fails', { status: 'published' });
		await retry(id);
		await host.poll();
		harness.requests();
		await host.poll();
		expect(harness.requests()).toEqual(['list_posts']);
		expect(typesOf(host)).toEqual(['delivery.published', 'post.published']);
	},
);

it.each<[string, Form]>([
	...FORMS,
	['no text', withoutText],
	['an empty text', (post) => ({ ...post, text: '' })],
	['null as the destinations', (post) => ({ ...post, destinations: null })],
	[
		'only the IDs of accounts, and no text',
		(post) => ({
			...withoutText(post),
			destinations: destinationsOf(post).map(({ account_id }) => account_id),
		}),
	],
	['null as its time', (post) => ({ ...post, scheduled_at: null })],
])('a post that is scheduled is reported if the list always shows it with %s', async (_, shown) => {
	form = shown;
	const id = await harness.draft('Fresh rolls', 'Cakes on Pagebook');
	const host = await harness.activated({ events: ['post.updated', 'post.scheduled'] });
	await schedule(id);
	await host.poll();
	await host.poll();
	expect(typesOf(host)).toEqual(['post.scheduled']);
});

it('the outcome of a retry is reported if the list shows no ID of a delivery', async () => {
	form = inDestinations((each) => ({ ...each, id: undefined }));
	harness.service.setOutcome('Cakes on Pagebook', { status: 'failed' });
	const id = await harness.published(
		'Fresh rolls',
		'Cakes on Pagebook',
		'Always fails',
		'Bread on Shortpost',
	);
	const host = await harness.activated({ events: EVENTS });
	harness.service.setOutcome('Cakes on Pagebook', { status: 'published' });
	await retry(id);
	await host.poll();
	expect(typesOf(host)).toEqual(['delivery.published']);
});

describe('if a list leaves out the text of many drafts', () => {
	async function drafts(): Promise<string[]> {
		const texts = Array.from({ length: 25 }, (_, number) => `Roll ${number}`);
		const ids: string[] = [];
		for (const text of texts) ids.push(await harness.draft(text, 'Cakes on Pagebook'));
		return ids;
	}

	it('the outcome of a retry is reported all the same', async () => {
		form = (post) => post;
		const id = await harness.published('Fresh rolls', 'Always fails');
		await drafts();
		const host = await harness.activated({ events: EVENTS });
		harness.service.setOutcome('Always fails', { status: 'published' });
		await retry(id);
		form = withoutText;
		await host.poll();
		expect(typesOf(host)).toEqual(['delivery.published', 'post.published']);
	});

	it('all that are scheduled are reported by the next poll', async () => {
		form = withoutText;
		const ids = await drafts();
		const host = await harness.activated({ events: ['post.scheduled'] });
		for (const id of ids) await schedule(id);
		await host.poll();
		expect(typesOf(host)).toHaveLength(ids.length);
	});
});
