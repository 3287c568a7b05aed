import { Container } from '@n8n/di';
import { ExternalSecretsProxy } from 'n8n-core';
import type {
	ICredentialType,
	IWorkflowExecuteAdditionalData,
	ICredentialsHelper,
	INodeParameters,
} from 'n8n-workflow';

import { CredentialTypes } from './credentialTypes';
import { RecordedCredentials, type CredentialRecords } from './credentials';

/** The credentials of a test. */
export interface CredentialSetup {
	/** Decrypted data by credential type. */
	credentials?: CredentialRecords;
	/** Fixture types. Default: the credential classes of this package. */
	credentialTypes?: ICredentialType[];
}

export async function credentialsHelperFor(setup: CredentialSetup): Promise<RecordedCredentials> {
	const records = setup.credentials ?? {};
	// A node without credentials needs no classes of the package.
	const types = Object.keys(records).length === 0 ? [] : undefined;
	return new RecordedCredentials(
		await CredentialTypes.load(setup.credentialTypes ?? types),
		records,
	);
}

function absent(what: string): () => never {
	return () => {
		throw new Error(`The engine for tests has no ${what}`);
	};
}

/** The context that n8n gives to a run; `origin` is where its webhooks can be reached. */
export function additionalDataFor(
	credentialsHelper: ICredentialsHelper,
	{
		origin = 'https://n8n.test',
		...own
	}: { origin?: string; executionId?: string; currentNodeParameters?: INodeParameters } = {},
): IWorkflowExecuteAdditionalData {
	return {
		credentialsHelper,
		currentNodeExecutionIndex: 0,
		variables: {},
		externalSecretsProxy: Container.get(ExternalSecretsProxy),
		restApiUrl: `${origin}/rest`,
		instanceBaseUrl: `${origin}/`,
		webhookBaseUrl: `${origin}/webhook`,
		webhookTestBaseUrl: `${origin}/webhook-test`,
		webhookWaitingBaseUrl: `${origin}/webhook-waiting`,
		formBaseUrl: `${origin}/form`,
		formTestBaseUrl: `${origin}/form-test`,
		formWaitingBaseUrl: `${origin}/form-waiting`,
		mcpBaseUrl: `${origin}/mcp`,
		mcpTestBaseUrl: `${origin}/mcp-test`,
		logAiEvent: () => undefined,
		executeWorkflow: absent('sub-workflows'),
		startRunnerTask: absent('task runners'),
		getRunExecutionData: async () => undefined,
		getRuntimeCredential: async () => undefined,
		...own,
	};
}
