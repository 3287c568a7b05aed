import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { RecordedCredentials } from '../../engine/credentials';
import { useNodeHarness } from '../support/nodeHarness';
import { ScriptedServer } from '../support/scriptedServer';
import { APPLICATION_NAME, connectedCredential } from './connectedCredential';

const LIFE_MS = 60_000;

const harness = useNodeHarness({ accessTokenLifeMs: LIFE_MS });
let credential: ICredentialDataDecryptedObject;

beforeEach(async () => {
	credential = await connectedCredential(harness.service);
});

async function identity() {
	return await harness.run(
		'assistantTool',
		'call',
		{ toolAuthentication: 'oAuth2', toolName: 'get_identity', argumentsInput: 'json' },
		{ credentials: { socialPublishingOAuth2Api: credential } },
	);
}

it('the node calls tools with the access that the user has granted', async () => {
	const { items, error } = await identity();
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({ credential: { name: APPLICATION_NAME } });
});

it('the node renews an access token that has expired, and keeps the new one', async () => {
	const { access_token: earlier } = Object(credential.oauthTokenData);
	await harness.service.clock.advance(LIFE_MS);
	expect((await identity()).error).toBeUndefined();
	const { access_token: renewed } = Object(credential.oauthTokenData);
	expect(renewed).not.toBe(earlier);
	harness.requests();
	expect((await identity()).error).toBeUndefined();
	expect(harness.journal('tools/list').map(({ status }) => status)).toEqual([401, 200, 200]);
	expect(harness.journal('get_identity').map(({ status }) => status)).toEqual([200, 200]);
});

it('the node removes the renewed token, like the one before, from what the service repeats', async () => {
	const { access_token: earlier } = Object(credential.oauthTokenData);
	const endpoint = await ScriptedServer.open(({ headers: { authorization } }) => {
		if (authorization === `Bearer ${earlier}`) return { status: 401 };
		const repeated = { content: [{ type: 'text', text: `${authorization}, not ${earlier}` }] };
		return { body: { jsonrpc: '2.0', id: 1, result: repeated } };
	});
	credential.mcpUrl = `${endpoint.origin}/mcp`;
	const { items, error } = await identity();
	await endpoint.close();
	expect(error).toBeUndefined();
	expect(items[0]?.json).toEqual({ text: 'Bearer ***, not ***' });
});

it('the node keeps the response of a tool if the credential can no longer be read', async () => {
	const endpoint = await ScriptedServer.open(({ headers }) => {
		const failure = new Error('The database is away');
		if (headers['mcp-method'] === 'tools/call')
			jest.spyOn(RecordedCredentials.prototype, 'getDecrypted').mockRejectedValue(failure);
		return {
			body: { jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: 'Done' }] } },
		};
	});
	credential.mcpUrl = `${endpoint.origin}/mcp`;
	const { items, error } = await identity();
	await endpoint.close();
	expect([items[0]?.json, error]).toEqual([{ text: 'Done' }, undefined]);
});

it('the error explains what to do after access was revoked', async () => {
	harness.service.revokeApplication(APPLICATION_NAME);
	const { error } = await identity();
	expect(error?.message).toBe(
		'Could not call the tool get_identity: the service no longer accepts the connection',
	);
	expect(error?.description).toContain('Open the credential and connect it again.');
	expect(JSON.stringify(error)).not.toContain(Object(credential.oauthTokenData).access_token);
});

it('the error explains what to do before the credential is connected', async () => {
	delete credential.oauthTokenData;
	const { error } = await identity();
	expect(error?.message).toBe('The credential is not connected to the service');
	expect(harness.requests()).toEqual([]);
});

it('the OAuth2 credential is accepted by the assistant tools only', async () => {
	const { error } = await harness.run(
		'identity',
		'get',
		{},
		{ credentials: { socialPublishingOAuth2Api: credential } },
	);
	expect(error?.message).toMatch(/credential/i);
});
