import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { findInputFile } from '../../media/sourceFile';
import { runTool } from '../../mcp/runTool';
import {
	DOWNLOAD_TOOL,
	downloadWithTicket,
	UPLOAD_TOOL,
	uploadWithTicket,
} from '../../mcp/transfer';
import { authenticationProperty, dropdown, optionsCollection } from '../../properties/commonFields';
import {
	idempotencyOptions,
	idempotencyForCreation,
	readIdempotency,
} from '../../properties/idempotency';
import type { Item } from '../../properties/item';
import {
	asBoolean,
	asText,
	readCollection,
	readId,
	readJsonObject,
	readParameter,
} from '../../properties/parameters';
import { isGiven, isRecord, readRecord, textOf } from '../../shared/json';
import type { Operation } from '../operation';
import { toolsConnection } from './getAll.operation';
import { toOutputs } from './outputs';

const toolNameProperty = dropdown(
	'getAssistantTools',
	{
		displayName: 'Tool',
		name: 'toolName',
		type: 'options',
		default: '',
		required: true,
		description: 'The tool to call. An expression can return its name.',
	},
	[authenticationProperty.name],
);

const argumentsProperties: INodeProperties[] = [
	{
		displayName: 'Arguments Input',
		name: 'argumentsInput',
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'Form', value: 'form', description: 'A field for each argument of the tool' },
			{ name: 'JSON', value: 'json', description: 'All arguments as one JSON object' },
		],
		default: 'form',
		description: 'How to enter the arguments',
	},
	{
		displayName: 'Arguments',
		name: 'toolArguments',
		type: 'resourceMapper',
		noDataExpression: true,
		default: { mappingMode: 'defineBelow', value: null },
		required: true,
		typeOptions: {
			loadOptionsDependsOn: ['toolName', authenticationProperty.name],
			resourceMapper: {
				resourceMapperMethod: 'getToolArguments',
				mode: 'add',
				valuesLabel: 'Arguments',
				fieldWords: { singular: 'argument', plural: 'arguments' },
				addAllFields: true,
				multiKeyMatch: false,
				supportAutoMap: false,
				noFieldsError: 'This tool takes no arguments',
			},
		},
		displayOptions: { show: { argumentsInput: ['form'] } },
		description: 'The arguments of the call. Empty fields are not sent.',
	},
	{
		displayName: 'Arguments (JSON)',
		name: 'toolArgumentsJson',
		type: 'json',
		default: '{}',
		displayOptions: { show: { argumentsInput: ['json'] } },
		description: 'The arguments of the call as a JSON object',
	},
	{
		// n8n-workaround(2.39.10, n8n-workflow/dist/cjs/node-helpers.js): n8n drops the values of hidden fields, but JSON
		// that a saved workflow contains here must stay.
		displayName: 'Arguments',
		name: 'toolArguments',
		type: 'hidden',
		default: '',
		displayOptions: { show: { argumentsInput: ['json'] } },
	},
];

const binaryProperty: INodeProperties = {
	displayName: 'Data Field Name',
	name: 'binaryPropertyName',
	type: 'string',
	default: 'data',
	required: true,
	displayOptions: { show: { toolName: [DOWNLOAD_TOOL, UPLOAD_TOOL] } },
	hint: 'The name of the field that contains the file to upload, or receives the downloaded file',
	description: 'The field of the item that holds the file',
};

const simplifyOption: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

export const callAssistantTool: Operation = {
	option: {
		name: 'Call',
		value: 'call',
		action: 'Call assistant tool',
		description: 'Call a tool of the service (MCP) by name',
	},
	properties: [
		authenticationProperty,
		toolNameProperty,
		...argumentsProperties,
		binaryProperty,
		optionsCollection([...idempotencyOptions, simplifyOption]),
	],
	...toolsConnection,

	async prepare(item) {
		const name = readId(item, 'toolName', 'Tool');
		// A form has dates as objects.
		const args = readRecord(JSON.parse(JSON.stringify(readArguments(item))));
		if (name === DOWNLOAD_TOOL) {
			const fieldName = readFieldName(item);
			return async () => await downloadWithTicket(item, args, fieldName);
		}
		if (name === UPLOAD_TOOL) {
			const fieldName = readFieldName(item);
			const file = await findInputFile(item, fieldName, textOf(args.name));
			return async () => await uploadWithTicket(item, args, fieldName, file);
		}
		const idempotency = idempotencyForCreation(item, readIdempotency(item), [name, args]);
		const { simplify } = readCollection(item, 'options');
		const isSimple = asBoolean(simplify, simplifyOption.displayName, true);
		return async () => {
			const { isEdited } = item.progress;
			const content = await runTool(item.connection, { name, given: args, idempotency }, isEdited);
			return await toOutputs(item, name, content, isSimple);
		};
	},
};

function readFieldName(item: Item): string {
	return (
		asText(readParameter(item, 'binaryPropertyName', 'data'), 'Data Field Name').trim() || 'data'
	);
}

/** The arguments from Arguments (JSON), from the form, or from JSON that is stored instead of the values of the form. */
function readArguments(item: Item): IDataObject {
	const isJson = readParameter(item, 'argumentsInput', 'form') === 'json';
	const typed = isJson ? readParameter(item, 'toolArgumentsJson', '') : undefined;
	const json = readJsonObject(typed, 'Arguments (JSON)');
	if (Object.keys(json).length > 0) return json;
	const given = readParameter(item, 'toolArguments', {});
	const isForm = isRecord(given) && 'mappingMode' in given;
	if (!isForm) return readJsonObject(given, 'Arguments');
	return isJson ? {} : readForm(item);
}

/** The values in the form, without empty ones. */
function readForm({ functions, index }: Item): IDataObject {
	// n8n-workaround(2.39.10, n8n-core/dist/execution-engine/node-execution-context/utils/validate-value-against-schema.js):
	// n8n converts the values to the types of their fields only if they are read by this path.
	const values = functions.getNodeParameter('toolArguments.value', index, {});
	const fields = Object.entries(readJsonObject(values ?? {}, 'Arguments'));
	return Object.fromEntries(fields.filter(([, value]) => isGiven(value)));
}
