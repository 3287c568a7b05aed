import { Credentials } from 'n8n-core';
import {
	ICredentialsHelper,
	NodeHelpers,
	isExpression,
	type ICredentialDataDecryptedObject,
	type ICredentialsExpressionResolveValues,
	type IExecuteData,
	type IHttpRequestHelper,
	type IHttpRequestOptions,
	type INode,
	type INodeCredentials,
	type INodeCredentialsDetails,
	type INodeParameters,
	type INodeProperties,
	type IRequestOptionsSimplified,
	type IWorkflowExecuteAdditionalData,
	type Workflow,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import type { CredentialTypes } from './credentialTypes';
import { resolveCredential } from './resolveCredential';

/** Decrypted data by credential type. What n8n saves during a run (a renewed token) is written back into it. */
export type CredentialRecords = Record<string, ICredentialDataDecryptedObject>;

/** How a saved node refers to the credentials it uses. */
export function credentialReferences(records: CredentialRecords): INodeCredentials {
	return Object.fromEntries(
		Object.keys(records).map((type) => [type, { id: `${type}-1`, name: `My ${type}` }]),
	);
}

/** n8n's handling of credentials, over plain records instead of a database. */
export class RecordedCredentials extends ICredentialsHelper {
	constructor(
		private readonly types: CredentialTypes,
		private readonly records: CredentialRecords,
	) {
		super();
	}

	getParentTypes(name: string): string[] {
		return this.types.getParentTypes(name);
	}

	getCredentialsProperties(type: string): INodeProperties[] {
		return this.types.getProperties(type);
	}

	/** n8n-core itself checks that the node's description lists the credential; nothing is restricted beyond that. */
	isCredentialUsableByNode(): boolean {
		return true;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		requestOptions: IHttpRequestOptions | IRequestOptionsSimplified,
		workflow?: Workflow,
		node?: INode,
	): Promise<IHttpRequestOptions> {
		// Legacy requests name their address `uri`; n8n passes them through this same method.
		const request = requestOptions as IHttpRequestOptions;
		const { authenticate } = this.types.getByName(typeName);
		if (authenticate === undefined) return request;
		if (typeof authenticate === 'function') return await authenticate(credentials, request);
		if (!workflow || !node) throw new Error('A declared authentication needs a node');

		const resolve = (value: string): string => {
			if (!isExpression(value)) return value;
			const keys = { $credentials: credentials };
			const resolved = workflow.expression.getSimpleParameterValue(node, value, 'internal', keys);
			return resolved ? String(resolved) : '';
		};
		request.headers ??= {};
		for (const [part, fields] of Object.entries(authenticate.properties)) {
			const added = Object.entries<string>(fields).map(([key, value]) => [
				resolve(key),
				resolve(value),
			]);
			const present = request[part as 'headers' | 'qs'] ?? {};
			Object.assign(request, { [part]: Object.assign(present, Object.fromEntries(added)) });
		}
		return request;
	}

	async preAuthentication(
		helpers: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		_node: INode,
		credentialsExpired: boolean,
	): Promise<ICredentialDataDecryptedObject | undefined> {
		const { properties } = this.types.getByName(typeName);
		const expirable = properties.find(
			({ type, typeOptions }) => type === 'hidden' && typeOptions?.expirable === true,
		);
		if (expirable === undefined) return undefined;
		if (credentials[expirable.name] !== '' && !credentialsExpired) return undefined;
		const renewed = await this.runPreAuthentication(helpers, credentials, typeName);
		if (renewed?.[expirable.name] === undefined) return undefined;
		Object.assign(this.stored(typeName), renewed);
		return Object.assign(credentials, renewed);
	}

	async runPreAuthentication(
		helpers: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
	): Promise<ICredentialDataDecryptedObject | undefined> {
		const { preAuthentication } = this.types.getByName(typeName);
		const renewed = await preAuthentication?.call(helpers, credentials);
		return renewed as ICredentialDataDecryptedObject | undefined;
	}

	async getCredentials(reference: INodeCredentialsDetails, type: string): Promise<Credentials> {
		const credentials = new Credentials(reference, type);
		await credentials.setData(this.stored(type));
		return credentials;
	}

	async getDecrypted(
		_additionalData: IWorkflowExecuteAdditionalData,
		_reference: INodeCredentialsDetails,
		type: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		raw?: boolean,
		at?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		const stored = structuredClone(this.stored(type));
		if (raw) return stored;
		const complete = this.withDefaults(type, stored);
		return resolveCredential(complete, mode, executeData, at);
	}

	async updateCredentials(
		_reference: INodeCredentialsDetails,
		type: string,
		data: ICredentialDataDecryptedObject,
	): Promise<void> {
		this.records[type] = data;
	}

	async updateCredentialsOauthTokenData(
		_reference: INodeCredentialsDetails,
		type: string,
		{ oauthTokenData }: ICredentialDataDecryptedObject,
	): Promise<void> {
		Object.assign(this.stored(type), { oauthTokenData });
	}

	/** The record with the type's defaults for what it leaves out. */
	withDefaults(type: string, data: ICredentialDataDecryptedObject): INodeParameters {
		// Credentials and parameters are the same JSON to n8n, which fills both in with this one function.
		const given = data as INodeParameters;
		const properties = this.types.getProperties(type);
		const complete = NodeHelpers.getNodeParameters(properties, given, true, false, null, null);
		const { oauthTokenData } = given;
		return { ...complete, ...(oauthTokenData !== undefined && { oauthTokenData }) };
	}

	private stored(type: string): ICredentialDataDecryptedObject {
		const record = this.records[type];
		if (record === undefined) throw new Error(`No credential of type "${type}" is stored`);
		return record;
	}
}
