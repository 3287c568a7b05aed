import type { INodeParameters } from 'n8n-workflow';

import { useNodeHarness } from '../../../support/nodeHarness';

const harness = useNodeHarness();

const id = (name: string) => harness.service.accountId(name);
const BREAD = 'Bread on Shortpost';
const CAKES = 'Cakes on Pagebook';
const LINK = 'https://bakery.example/rolls';

async function sent(
	linkTags: INodeParameters | undefined,
	parameters: INodeParameters = {},
	operation = 'create',
) {
	const { error } = await harness.run('post', operation, {
		text: `Rolls: ${LINK}?size=2#top`,
		accountIds: [id(BREAD), id(CAKES)],
		...parameters,
		options: { ...(linkTags && { linkTags }), ...(parameters.options as INodeParameters) },
	});
	expect(error).toBeUndefined();
	return harness.journal(operation === 'create' ? 'create_post' : 'validate_post').at(-1)?.body;
}

it('links stay as they are unless tags are added', async () => {
	expect(await sent(undefined)).toMatchObject({ text: `Rolls: ${LINK}?size=2#top` });
});

it.each(['create', 'validate'])(
	'%s: the source is the platform of each account',
	async (operation) => {
		const tags = (platform: string) => `utm_source=${platform}&utm_medium=social`;
		expect(await sent({}, {}, operation)).toMatchObject({
			destinations: [
				{ account_id: id(BREAD), text: `Rolls: ${LINK}?size=2&${tags('shortpost')}#top` },
				{ account_id: id(CAKES), text: `Rolls: ${LINK}?size=2&${tags('pagebook')}#top` },
			],
		});
	},
);

it('the shared text has the tags if they are the same for all accounts', async () => {
	const linkTags = { source: 'feed', medium: 'post', campaign: 'spring sale', content: 'first' };
	const tags = 'utm_source=feed&utm_medium=post&utm_campaign=spring%20sale&utm_content=first';
	const body = await sent(linkTags);
	expect(body).toEqual({
		text: `Rolls: ${LINK}?size=2&${tags}#top`,
		destinations: [{ account_id: id(BREAD) }, { account_id: id(CAKES) }],
	});
});

it('texts and replies of single accounts are tagged, too, but links that have tags are not', async () => {
	const tagged = `${LINK}?utm_campaign=own`;
	const row = { accountId: id(BREAD), text: `Own: ${LINK}`, thread: [LINK, tagged] };
	const perAccount = { destinationInput: 'perAccount', destinations: { destination: [row] } };
	const tags = 'utm_source=shortpost&utm_medium=social';
	expect(await sent({}, { ...perAccount, text: '' })).toMatchObject({
		destinations: [
			{ text: `Own: ${LINK}?${tags}`, options: { thread: [`${LINK}?${tags}`, tagged] } },
		],
	});
});

it('the source is social if the platform is unknown', async () => {
	const action = { kind: 'status', when: 'before', status: 403 } as const;
	harness.service.faults.add({ operation: 'list_accounts', times: 9, action });
	expect(await sent({})).toMatchObject({ text: expect.stringContaining('utm_source=social&') });
});

it('limits apply to the text with its tags', async () => {
	const text = `${'Bread and rolls. '.repeat(16)}${LINK}`;
	const body = await sent(
		{},
		{ text, accountIds: [id(BREAD)], options: { textOverflow: 'shorten' } },
	);
	const shown = JSON.stringify(body);
	expect(shown).toContain('utm_medium=social');
	expect(shown).toContain('…');
});

it('the same content with other tags is not posted again', async () => {
	const parameters = { idempotency: 'content', accountIds: [id(BREAD)] };
	await sent({ campaign: 'spring' }, parameters);
	await sent({ campaign: 'spring' }, parameters);
	expect(harness.service.state.posts.size).toBe(1);
	const { error } = await harness.run('post', 'create', {
		...parameters,
		text: `Rolls: ${LINK}?size=2#top`,
		options: { linkTags: { campaign: 'summer' } },
	});
	expect(error?.message).toContain('this content was already sent within the last 24 hours');
	expect(harness.service.state.posts.size).toBe(1);
});

it('a tag that is not text is an error before anything is sent', async () => {
	const options = { linkTags: { campaign: '={{ [1] }}' } };
	const parameters = { text: LINK, accountIds: [id(BREAD)], options };
	const { error } = await harness.run('post', 'create', parameters);
	expect(error?.message).toBe("'Campaign' must be text, not a list");
	expect(harness.requests()).toEqual([]);
});
