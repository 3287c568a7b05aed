import type { IDataObject } from 'n8n-workflow';

import { isGone, locate } from '../../../../nodes/SocialPublishing/trigger/registration/endpoint';
import type { WebhookLocation } from '../../../../nodes/SocialPublishing/trigger/state';
import { respondingConnection } from '../../support/respondingConnection';

const OWN = 'https://n8n.example.com/webhook/a';
const OTHER = 'https://other.example.com/webhook/a';
const webhook: WebhookLocation = {
	id: 'w1',
	baseUrl: '',
	workspacePath: '/workspaces/1',
	url: OWN,
	listedUrl: '',
};

function listing(...items: IDataObject[]) {
	return respondingConnection({ body: { data: { items } } }).connection;
}

const refusal = { error: { code: 'not_found' }, request_id: 'r' };

describe('a webhook is gone', () => {
	it.each([
		['it is not in the list', true, 200, { data: { items: [{ id: 'w2' }] } }],
		['it is in the list', false, 200, { data: { items: [{ id: 'w2' }, { id: 'w1' }] } }],
		['the service confirms that its workspace is gone', true, 404, refusal],
		['the service confirms that its workspace was deleted', true, 410, refusal],
		[
			'only an error code shows that the 404 is from the service',
			true,
			404,
			{ error: refusal.error },
		],
		['only a request ID shows that the 404 is from the service', true, 404, { request_id: 'r' }],
		['a proxy responds with 404', false, 404, undefined],
		['the service refuses to list it', false, 403, refusal],
	])('when %s: %s', async (_when, expected, status, body) => {
		const { connection } = respondingConnection({ status, body });
		expect(await isGone(connection, webhook)).toBe(expected);
	});
});

describe('a webhook sends its events', () => {
	it.each<[string, string, Partial<WebhookLocation>, IDataObject[]]>([
		['here', 'it is listed with the own address', {}, [{ id: 'w1', url: `${OWN}/` }]],
		['elsewhere', 'it is listed with another address', {}, [{ id: 'w1', url: OTHER }]],
		['here', 'it is listed without an address', {}, [{ id: 'w1' }]],
		['here', 'it is not listed and was made here', {}, []],
		['gone', 'it is not listed and was made elsewhere', { url: OTHER }, [{ id: 'w2', url: OWN }]],
		[
			'here',
			'the service normalizes the own address',
			{ listedUrl: 'n8n (a)' },
			[{ id: 'w1', url: 'n8n (a)' }],
		],
		[
			'elsewhere',
			'the service normalizes the address of another n8n',
			{ url: OTHER, listedUrl: 'other (a)' },
			[{ id: 'w1', url: 'other (a)' }],
		],
		['elsewhere', 'its address was changed', { listedUrl: OWN }, [{ id: 'w1', url: OTHER }]],
		['elsewhere', 'its address was removed', {}, [{ id: 'w1', url: '' }]],
	])('%s when %s', async (place, _when, change, listed) => {
		expect(await locate(listing(...listed), { ...webhook, ...change }, OWN)).toBe(place);
	});

	it('cannot be located while the list cannot be read', async () => {
		const { connection } = respondingConnection({ status: 403, body: refusal });
		await expect(locate(connection, webhook, OWN)).rejects.toThrow('Could not list the webhooks');
	});
});
