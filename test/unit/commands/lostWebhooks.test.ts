import type { IDataObject } from 'n8n-workflow';

import { createWebhook } from '../../../nodes/SocialPublishing/commands/createWebhook';
import { usePassingTime } from '../support/passingTime';
import { respondingConnection } from '../support/respondingConnection';

const webhook = { url: 'https://n8n.example.com/webhook/1', events: ['post.published'] };
const PATH = '/workspaces/w/webhooks';

usePassingTime();
let workspaces = 0;

/** A service whose responses to creations get lost, and which lists `webhooks` afterwards. */
function lostCreations(webhooks: IDataObject[], listStatusAfterwards = 200) {
	const workspacePath = `/workspaces/w${++workspaces}`;
	let isSent = false;
	const { connection, requests } = respondingConnection((request) => {
		if (request.startsWith('POST')) isSent = true;
		if (request.startsWith('POST')) return { status: 500, body: {} };
		if (request.startsWith('DELETE')) return { status: 204 };
		const items = isSent ? webhooks : [];
		return { status: isSent ? listStatusAfterwards : 200, body: { data: { items } } };
	});
	return {
		create: async () => await createWebhook(connection, workspacePath, webhook),
		sent: (method: string) =>
			requests
				.filter((request) => request.startsWith(method))
				.map((request) => request.split(' ')[1]?.replace(workspacePath, '/workspaces/w')),
	};
}

describe('a webhook whose creation got no response', () => {
	it('is deleted before the next attempt', async () => {
		const { create, sent } = lostCreations([{ id: 'lost', ...webhook }]);
		await expect(create()).rejects.toMatchObject({ effect: 'unknown' });
		expect(sent('POST')).toHaveLength(3);
		expect(sent('DELETE')).toEqual(Array(3).fill(`${PATH}/lost`));
	});

	it('is left alone if somebody else has created the same one in the meantime', async () => {
		const { create, sent } = lostCreations([
			{ id: 'lost', ...webhook },
			{ id: 'other', ...webhook },
		]);
		await expect(create()).rejects.toMatchObject({ effect: 'unknown' });
		expect(sent('POST')).toEqual([PATH]);
		expect(sent('DELETE')).toEqual([]);
	});

	it.each([
		['has no ID in the list', [{ ...webhook }], 200],
		['cannot be listed', [], 403],
	])('is not created again if it %s', async (_title, webhooks, status) => {
		const { create, sent } = lostCreations(webhooks, status);
		await expect(create()).rejects.toMatchObject({ effect: 'unknown' });
		expect(sent('POST')).toEqual([PATH]);
	});
});

it('a creation that arrives late, after the next attempt has succeeded, leaves no webhook behind', async () => {
	let posts = 0;
	const { connection, requests } = respondingConnection((request) => {
		if (request.startsWith('DELETE')) return { status: 204 };
		if (request.startsWith('POST') && ++posts === 1) return { status: 500, body: {} };
		if (request.startsWith('POST')) return { body: { data: { id: 2, signing_secret: 's' } } };
		const items = posts < 2 ? [] : ['1', '2'].map((id) => ({ id, ...webhook }));
		return { body: { data: { items } } };
	});
	const created = await createWebhook(connection, '/workspaces/late', webhook);
	expect(created).toEqual({ id: 2, signing_secret: 's' });
	const deletions = requests.filter((request) => request.startsWith('DELETE'));
	expect(deletions).toEqual(['DELETE /workspaces/late/webhooks/1']);
});

it('a webhook that a late list does not show at first is deleted before the next attempt', async () => {
	let [posts, lists] = [0, 0];
	const { connection, requests } = respondingConnection((request) => {
		if (request.startsWith('DELETE')) return { status: 204 };
		if (request.startsWith('POST') && ++posts === 1) return { status: 500, body: {} };
		if (request.startsWith('POST')) return { body: { data: { id: '2', signing_secret: 's' } } };
		const items = ++lists < 3 ? [] : [{ id: '1', ...webhook }];
		return { body: { data: { items } } };
	});
	await createWebhook(connection, '/workspaces/lagging', webhook);
	const methods = requests.map((request) => request.split(' ')[0]);
	expect(methods).toEqual(['GET', 'POST', 'GET', 'GET', 'DELETE', 'POST']);
});

it('a webhook that somebody else creates after a lost one was deleted is left alone', async () => {
	let posts = 0;
	const { connection, requests } = respondingConnection((request) => {
		if (request.startsWith('DELETE')) return { status: 204 };
		if (request.startsWith('POST') && ++posts === 1) return { status: 500, body: {} };
		if (request.startsWith('POST')) return { body: { data: { id: '2', signing_secret: 's' } } };
		const ids = [[], ['1'], ['2', '3']][posts] ?? [];
		return { body: { data: { items: ids.map((id) => ({ id, ...webhook })) } } };
	});
	await createWebhook(connection, '/workspaces/replaced', webhook);
	const deletions = requests.filter((request) => request.startsWith('DELETE'));
	expect(deletions).toEqual(['DELETE /workspaces/replaced/webhooks/1']);
});

describe('a webhook that was created without a response, and could not be listed then', () => {
	/** The first creation leaves one of these webhooks; the list fails until `isBack`. */
	function cutOff(...webhooks: IDataObject[]) {
		const workspacePath = `/workspaces/cut${++workspaces}`;
		let [posts, isBack] = [0, false];
		const { connection, requests } = respondingConnection((request) => {
			if (request.startsWith('DELETE')) return { status: 204 };
			if (request.startsWith('POST') && ++posts === 1) return { status: 500, body: {} };
			if (request.startsWith('POST')) return { body: { data: { id: '2', signing_secret: 's' } } };
			const status = posts === 0 || isBack ? 200 : 403;
			return { status, body: { data: { items: posts === 0 ? [] : webhooks } } };
		});
		return {
			create: async (body = webhook) => await createWebhook(connection, workspacePath, body),
			retryLater: () => {
				isBack = true;
				requests.splice(0);
			},
			methods: () => requests.map((request) => request.split(' ')[0]),
		};
	}

	it('is deleted before the next one, even if the user has chosen other events since', async () => {
		const { create, retryLater, methods } = cutOff({ id: 'lost', ...webhook });
		await expect(create()).rejects.toMatchObject({ effect: 'unknown' });
		retryLater();
		await create({ ...webhook, events: ['post.failed'] });
		expect(methods()).toEqual(['GET', 'DELETE', 'POST']);
	});

	it.each([
		['names it', ['lost'], 'It may be lost, unless that one belongs to another workflow'],
		[
			'names all that it may be',
			['lost', 'other'],
			'It may be lost or other, unless that one belongs',
		],
	])(
		'prevents another one while the list does not show its address, and the error %s',
		async (_what, ids, advice) => {
			const { events } = webhook;
			const { create, retryLater, methods } = cutOff(...ids.map((id) => ({ id, events })));
			await expect(create()).rejects.toMatchObject({ effect: 'unknown' });
			retryLater();
			await expect(create()).rejects.toMatchObject({
				message: expect.stringContaining('an earlier attempt may have left one'),
				advice: expect.stringContaining(advice),
			});
			expect(methods()).toEqual(['GET']);
		},
	);
});

it('the error of an address that is taken says what to do', async () => {
	const { connection } = respondingConnection((request) => {
		const error = { code: 'taken', message: 'URL taken' };
		if (request.startsWith('POST')) return { status: 409, body: { error } };
		return { body: { data: { items: [] } } };
	});
	const create = createWebhook(connection, `/workspaces/taken${++workspaces}`, webhook);
	await expect(create).rejects.toMatchObject({
		message: 'Could not create the webhook: the service reports a conflict',
		advice: expect.stringMatching(
			/^The service says: "URL taken\." Another webhook may have this address/,
		),
	});
});
