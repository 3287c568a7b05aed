import {
	NodeApiError,
	NodeConnectionTypes,
	type ICredentialDataDecryptedObject,
	type ICredentialTestFunctions,
	type ICredentialsDecrypted,
	type IExecuteFunctions,
	type IHttpRequestMethods,
	type INodeCredentialTestResult,
	type INodeExecutionData,
	type INodeProperties,
	type INodeType,
} from 'n8n-workflow';

type Each = (this: IExecuteFunctions, index: number) => Promise<INodeExecutionData>;

/** A node that turns each item into one, or fails for it as "On Error" says. */
export function fixtureNode(
	name: string,
	properties: INodeProperties[],
	each: Each,
	rest: Partial<INodeType> = {},
): INodeType {
	return {
		description: {
			displayName: `Fixture ${name}`,
			name,
			group: ['transform'],
			version: 1,
			description: 'For tests of the engine',
			defaults: { name },
			inputs: [NodeConnectionTypes.Main],
			outputs: [NodeConnectionTypes.Main],
			credentials: [
				{ name: 'fixtureApi', required: false, testedBy: 'checkFixture' },
				{ name: 'fixtureOAuth2Api', required: false },
				{ name: 'declaredApi', required: false },
			],
			properties,
		},
		async execute() {
			const returned: INodeExecutionData[] = [];
			for (const item of this.getInputData().keys()) {
				const result = each.call(this, item);
				const kept = this.continueOnFail()
					? result.catch((error: Error) => ({ json: { error: error.message } }))
					: result;
				returned.push({ ...(await kept), pairedItem: { item } });
			}
			return [returned];
		},
		...rest,
	};
}

export const text = (name: string, rest: Partial<INodeProperties> = {}): INodeProperties => ({
	displayName: name,
	name,
	type: 'string',
	default: '',
	...rest,
});

/** Returns its parameters as the node sees them. */
export const echo = fixtureNode(
	'echo',
	[
		text('text', { default: 'a default' }),
		{
			displayName: 'Post',
			name: 'postId',
			type: 'resourceLocator',
			default: { mode: 'id', value: '' },
			modes: [{ displayName: 'ID', name: 'id', type: 'string' }],
		},
		{
			displayName: 'Destinations',
			name: 'destinations',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			default: {},
			options: [
				{
					displayName: 'Destination',
					name: 'destination',
					values: [text('accountId'), text('text', { default: 'shared' })],
				},
			],
		},
	],
	async function (index) {
		const postId = this.getNodeParameter('postId', index, undefined, { extractValue: true });
		return {
			json: {
				text: this.getNodeParameter('text', index),
				postId,
				destinations: this.getNodeParameter('destinations.destination', index, []),
				timezone: this.getTimezone(),
				executionId: this.getExecutionId(),
			},
		};
	},
);

/** Sends one authenticated request and returns the full response. */
export const requester = fixtureNode(
	'requester',
	[text('url'), text('method', { default: 'GET' }), text('credential', { default: 'fixtureApi' })],
	async function (index) {
		const { statusCode, headers, body } = await this.helpers.httpRequestWithAuthentication.call(
			this,
			String(this.getNodeParameter('credential', index)),
			{
				method: this.getNodeParameter('method', index) as IHttpRequestMethods,
				url: String(this.getNodeParameter('url', index)),
				returnFullResponse: true,
				json: true,
			},
		);
		return { json: { statusCode, headers, body } };
	},
	{
		methods: {
			credentialTest: {
				async checkFixture(
					this: ICredentialTestFunctions,
					credential: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
				): Promise<INodeCredentialTestResult> {
					return credential.data?.token === 'secret'
						? { status: 'OK', message: `Welcome to ${credential.data.baseUrl}` }
						: { status: 'Error', message: 'The token is wrong' };
				},
			},
		},
	},
);

/** Reads the incoming file chunk by chunk and returns a new file. */
export const streamer = fixtureNode('streamer', [], async function (index) {
	const file = this.helpers.assertBinaryData(index, 'data');
	if (!file.id) {
		const kept = await this.helpers.getBinaryDataBuffer(index, 'data');
		return { json: { chunks: 0, sizeBytes: kept.length } };
	}
	let chunks = 0;
	let sizeBytes = 0;
	for await (const chunk of await this.helpers.getBinaryStream(file.id, 1024)) {
		chunks += 1;
		sizeBytes += (chunk as Buffer).length;
	}
	const copy = await this.helpers.prepareBinaryData(Buffer.from('copied'), 'copy.txt');
	return { json: { chunks, sizeBytes }, binary: { copy } };
});

export const refuser = fixtureNode('refuser', [text('when')], async function (index) {
	if (this.getNodeParameter('when', index) === 'never') return { json: { fine: true } };
	throw new NodeApiError(
		this.getNode(),
		{ message: 'raw' },
		{ message: 'The post has changed', description: 'Read it again', httpCode: '412' },
	);
});
