import type { INodeParameters } from 'n8n-workflow';

import type { TriggerHostOptions } from '../../../engine';
import { byId } from '../../support/nodeHarness';
import { WebhookRoutes } from '../../support/webhookRoutes';
import { locationOf, useTriggerHarness } from '../../support/triggerHarness';

const harness = useTriggerHarness();
let routes: WebhookRoutes;

beforeEach(async () => {
	routes = await WebhookRoutes.open();
});
afterEach(async () => await routes.close());

const CREATION = /^POST .*\/webhooks$/;
const LIST = /^GET .*\/webhooks$/;

async function start(parameters: INodeParameters = {}, more: Partial<TriggerHostOptions> = {}) {
	const credentials = { socialPublishingApi: { baseUrl: routes.baseUrl, apiToken: 'abc' } };
	return await harness.start({ workspaceId: byId('w'), ...parameters }, { credentials, ...more });
}

describe('a list that leaves fields of webhooks out', () => {
	/** The first response to a creation is lost. */
	function loseFirstResponse(): void {
		let isFirst = true;
		routes.failure = (request) => {
			if (!CREATION.test(request) || !isFirst) return undefined;
			isFirst = false;
			return 'lostAfter';
		};
	}

	it.each([undefined, null, [], 'post.published', [{ type: 'post.published' }]])(
		'leads to one webhook when the response to a creation is lost and the events are listed as %j',
		async (events) => {
			routes.listed = (record) => ({ ...record, events });
			loseFirstResponse();
			await (await start()).activate();
			expect(routes.webhooks).toHaveLength(1);
		},
	);

	it('leads to an error instead of a second webhook when the response to a creation is lost and the address is not listed', async () => {
		routes.listed = ({ id }) => ({ id });
		loseFirstResponse();
		const host = await start();
		await expect(host.activate()).rejects.toThrow(
			'The attempt to create the webhook may have succeeded.',
		);
		expect(routes.webhooks).toHaveLength(1);
	});

	it('does not make an update or a restart create a second webhook when the address is not listed', async () => {
		routes.listed = ({ id }) => ({ id });
		const host = await start();
		await host.activate();
		const [webhook] = routes.webhooks.map((each) => ({ ...each }));
		await host.activate('update');
		const after = await start({ events: ['post.failed'] }, locationOf(host));
		await after.activate('init');
		expect(routes.webhooks).toMatchObject([{ ...webhook, events: ['post.failed'] }]);
		await after.deactivate();
		expect(routes.webhooks).toEqual([]);
	});
});

describe('an address that the service normalizes', () => {
	beforeEach(() => {
		routes.rewrite = (url) => `${url.replace('http:', 'HTTP:')}/`;
	});

	it('is recognized when the response to a creation is lost: one webhook is left', async () => {
		let isFirst = true;
		routes.failure = (request) => {
			if (!CREATION.test(request) || !isFirst) return undefined;
			isFirst = false;
			return 'lostAfter';
		};
		await (await start()).activate();
		expect(routes.webhooks).toHaveLength(1);
	});

	it('is not updated over and over', async () => {
		const host = await start();
		await host.activate();
		await host.activate('update');
		expect(routes.requests.filter((request) => request.startsWith('PATCH'))).toEqual([]);
	});
});

describe('a webhook that the service has disabled', () => {
	it.each([
		[{ enabled: false }, { enabled: true }],
		[{ is_disabled: true }, { is_disabled: false }],
		[{ status: 'disabled' }, { status: 'enabled' }],
		[{ state: 'Inactive' }, { state: 'active' }],
		[{ disabled_at: '2026-01-01T00:00:00Z' }, { disabled_at: null }],
	])('and whose record contains %j is enabled again by %j', async (off, on) => {
		const host = await start();
		await host.activate();
		const [webhook] = routes.webhooks;
		if (webhook) webhook.more = off;
		await host.activate('update');
		expect(routes.webhooks).toEqual([{ ...webhook, more: on }]);
	});

	/** The forms of a response to a change, which contains the webhook or not. */
	const FORMS: Record<string, WebhookRoutes['changed']> = {
		'its record': (webhook) => webhook,
		'its record in webhook': (webhook) => ({ webhook }),
		nothing: () => undefined,
	};

	it.each(Object.keys(FORMS))(
		'stays if it is enabled by a change that returns %s',
		async (form) => {
			const host = await start();
			await host.activate();
			const [webhook] = routes.webhooks;
			if (webhook) webhook.more = { enabled: false };
			routes.changed = FORMS[form] ?? routes.changed;
			await host.activate('update');
			expect(routes.webhooks).toEqual([{ ...webhook, more: { enabled: true } }]);
		},
	);

	it.each([
		['ignores', 'its record'],
		['ignores', 'its record in webhook'],
		['ignores', 'nothing'],
		['refuses', 'nothing'],
	])('is replaced if the service %s the change and returns %s', async (reaction, form) => {
		const host = await start();
		await host.activate();
		const [old] = routes.webhooks;
		if (old) old.more = { status: 'disabled' };
		routes.canBeEnabled = false;
		routes.changed = FORMS[form] ?? routes.changed;
		routes.failure = (request) =>
			reaction === 'refuses' && request.startsWith('PATCH') ? 422 : undefined;
		await host.activate('update');
		expect(routes.webhooks).toHaveLength(1);
		expect(routes.webhooks[0]?.id).not.toBe(old?.id);
		expect(harness.log).toEqual([expect.stringMatching(/^warn: .*a new one takes its place/)]);
	});
});

it('a webhook created without a response is deleted at the next attempt', async () => {
	const host = await start();
	let isDown = false;
	routes.failure = (request) => {
		if (CREATION.test(request)) isDown = true;
		if (!isDown) return undefined;
		return CREATION.test(request) ? 'lostAfter' : 'lostBefore';
	};
	await expect(host.activate()).rejects.toThrow('Could not create the webhook');
	routes.failure = () => undefined;
	await host.activate();
	expect(routes.webhooks).toHaveLength(1);
	expect(routes.requests.filter((request) => LIST.test(request)).length).toBeGreaterThan(2);
});

it('an activation sends no creation after one without a response, until the webhooks can be listed', async () => {
	const host = await start();
	let refusals = 0;
	routes.failure = (request) => {
		if (CREATION.test(request)) refusals = 1;
		if (CREATION.test(request)) return 'lostAfter';
		return LIST.test(request) && refusals-- > 0 ? 403 : undefined;
	};
	await expect(host.activate()).rejects.toThrow('Could not create the webhook');
	refusals = 1;
	routes.failure = (request) => (LIST.test(request) && refusals-- > 0 ? 403 : undefined);
	await expect(host.activate()).rejects.toThrow('an earlier attempt may have left one');
	expect(routes.webhooks).toHaveLength(1);
	await host.activate();
	expect(routes.webhooks).toHaveLength(1);
	expect(routes.requests.filter((request) => CREATION.test(request))).toHaveLength(2);
});
