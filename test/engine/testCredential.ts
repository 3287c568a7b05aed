import { CredentialTestContext, ExecuteContext, RoutingNode } from 'n8n-core';
import {
	NodeConnectionTypes,
	NodeHelpers,
	createEmptyRunExecutionData,
	type ICredentialDataDecryptedObject,
	type ICredentialTestRequest,
	type ICredentialType,
	type ICredentialsDecrypted,
	type INodeCredentialTestResult,
	type INodeType,
} from 'n8n-workflow';

import { additionalDataFor } from './additionalData';
import { CredentialTypes } from './credentialTypes';
import { RecordedCredentials, credentialReferences } from './credentials';
import { newestVersion, type AnyNodeType } from './nodeTypes';
import { resolveCredential } from './resolveCredential';
import { buildWorkflow, savedNode } from './workflow';

export interface TestCredentialOptions {
	/** Name of the credential type, such as `socialPublishingApi`. */
	type: string;
	data: ICredentialDataDecryptedObject;
	/** A node that uses the credential: n8n looks there if the type itself declares no test. */
	nodeType?: AnyNodeType;
	credentialTypes?: ICredentialType[];
}

/** What the editor shows below a credential after "Save" or "Retry". */
export async function testCredential(
	options: TestCredentialOptions,
): Promise<INodeCredentialTestResult> {
	const types = await CredentialTypes.load(options.credentialTypes);
	const helper = new RecordedCredentials(types, { [options.type]: options.data });
	const credential: ICredentialsDecrypted<ICredentialDataDecryptedObject> = {
		id: `${options.type}-1`,
		name: `My ${options.type}`,
		type: options.type,
		data: resolveCredential(helper.withDefaults(options.type, options.data), 'internal'),
	};
	const declared = types.getByName(options.type).test;
	if (declared) return await sendTestRequest(declared, credential, helper);

	const { nodeType } = options;
	const tested = nodeType && NodeHelpers.getVersionedNodeType(nodeType, newestVersion(nodeType));
	const use = tested?.description.credentials?.find(({ name }) => name === options.type);
	if (use && types.getParentTypes(options.type).includes('oAuth2Api')) {
		return hasAccessToken(options.data)
			? { status: 'OK', message: 'OAuth2 credential has an access token' }
			: { status: 'Error', message: 'OAuth2 credential is not connected' };
	}
	if (typeof use?.testedBy === 'object') {
		return await sendTestRequest(use.testedBy, credential, helper);
	}
	const method = use?.testedBy && tested?.methods?.credentialTest?.[use.testedBy];
	if (!method) {
		return { status: 'Error', message: 'No testing function found for this credential.' };
	}
	return await method.call(new CredentialTestContext(additionalDataFor(helper)), credential);
}

function hasAccessToken({ oauthTokenData }: ICredentialDataDecryptedObject): boolean {
	return typeof oauthTokenData === 'object' && 'access_token' in oauthTokenData;
}

/** n8n sends a declared test request through a node made for the purpose, whose only field carries the request. */
async function sendTestRequest(
	test: ICredentialTestRequest,
	credential: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
	helper: RecordedCredentials,
): Promise<INodeCredentialTestResult> {
	const nodeType: INodeType = {
		description: {
			displayName: 'Temp-Node',
			name: 'noOp',
			group: [],
			version: 1,
			description: '',
			defaults: {},
			inputs: [NodeConnectionTypes.Main],
			outputs: [NodeConnectionTypes.Main],
			credentials: [{ name: credential.type, required: true }],
			properties: [
				{
					displayName: 'Temp',
					name: 'temp',
					type: 'string',
					default: '',
					routing: { request: test.request },
				},
			],
		},
	};
	const node = savedNode({ nodeType }, credentialReferences({ [credential.type]: {} }));
	const item = { json: {} };
	const context = new ExecuteContext(
		buildWorkflow({ nodeType }, node),
		node,
		additionalDataFor(helper),
		'internal',
		createEmptyRunExecutionData(),
		0,
		[item],
		{ main: [[item]] },
		{ node, data: {}, source: null },
		[],
	);
	try {
		const output = await new RoutingNode(context, nodeType, credential).runNode();
		const body = output?.[0]?.[0]?.json ?? {};
		for (const rule of test.rules ?? []) {
			if (rule.type !== 'responseSuccessBody') continue;
			const { key, value, message } = rule.properties;
			if (body[key] === value) return { status: 'Error', message };
		}
		return { status: 'OK', message: 'Connection successful!' };
	} catch (error) {
		return { status: 'Error', message: failureMessage(error, test.rules ?? []) };
	}
}

interface RequestFailure extends Error {
	cause?: { code?: string; response?: { status: number; statusText?: string } };
}

function failureMessage(
	error: unknown,
	rules: NonNullable<ICredentialTestRequest['rules']>,
): string {
	const { message, cause } = error as RequestFailure;
	const response = cause?.response;
	if (response === undefined) return cause?.code ?? message;
	for (const rule of rules) {
		if (rule.type !== 'responseCode') continue;
		if (rule.properties.value === response.status) return rule.properties.message;
	}
	return response.statusText || `Received HTTP status code: ${response.status}`;
}
