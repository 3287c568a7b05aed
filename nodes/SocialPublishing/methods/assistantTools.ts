import type {
	FieldType,
	IDataObject,
	ILoadOptionsFunctions,
	INodePropertyOptions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';

import { connectTools } from '../mcp/connectTools';
import { closeTools } from '../mcp/protocol';
import { KEY_ARGUMENT, REVISION_ARGUMENT } from '../mcp/runTool';
import { isValid, listTools, type Tool } from '../mcp/tool';
import { FILE_ARGUMENTS, UPLOAD_TOOL } from '../mcp/transfer';
import { authenticationProperty } from '../properties/commonFields';
import { firstText, isRecord, textOf } from '../shared/json';

import { explainInList, readOrRemark } from './choices';
import { forPicker } from './pickers';

export async function getAssistantTools(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	const { results } = await readOrRemark(async () => ({
		results: (await readTools(this)).map(({ name, description }) => ({
			name,
			value: name,
			description,
		})),
	}));
	return results;
}

/** The tools that the credential selected in the node gives access to. */
async function readTools(functions: ILoadOptionsFunctions): Promise<Tool[]> {
	const authentication = functions.getCurrentNodeParameter(authenticationProperty.name);
	const connection = forPicker(await connectTools(functions, authentication));
	const tools = await listTools(connection).finally(() => closeTools(connection));
	return tools.filter(isValid);
}

/** Builds the form for the arguments of the chosen tool from its input schema. */
export async function getToolArguments(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
	const name = firstText(this.getCurrentNodeParameter('toolName'))?.trim() ?? '';
	if (name === '') return { fields: [], emptyFieldsNotice: 'Choose a tool first' };
	try {
		const tool = (await readTools(this)).find((each) => each.name === name);
		return { fields: tool === undefined ? [] : toFields(tool) };
	} catch (error) {
		return { fields: [], emptyFieldsNotice: explainInList(error) };
	}
}

/** Returns one field per argument. Arguments that the node fills in itself are hidden, but can be added. */
export function toFields(tool: Tool): ResourceMapperField[] {
	return Object.entries(tool.properties).map(([name, schema]) => {
		const isAutomatic = automaticArguments(tool).includes(name);
		const isRequired = tool.required.includes(name) && !isAutomatic;
		const options = readOptions(schema);
		return {
			id: name,
			displayName: labelOf(name, schema),
			required: isRequired,
			display: true,
			defaultMatch: false,
			canBeUsedToMatch: false,
			removed: !isRequired,
			type: options === undefined ? typeOf(schema) : 'options',
			...(options && { options }),
		};
	});
}

function automaticArguments({ name }: Tool): string[] {
	const own = [KEY_ARGUMENT, REVISION_ARGUMENT];
	return name === UPLOAD_TOOL ? [...own, ...FILE_ARGUMENTS] : own;
}

function labelOf(name: string, schema: IDataObject): string {
	const title = textOf(schema.title);
	return title === undefined ? name : `${title} (${name})`;
}

/** The fields for all types but text. */
const FIELD_TYPES = new Map<unknown, FieldType>([
	['boolean', 'boolean'],
	['integer', 'number'],
	['number', 'number'],
	['array', 'array'],
	['object', 'object'],
]);

/** An argument with several types gets a field of the first type that is not null. */
function typeOf(schema: IDataObject): FieldType {
	const types = [schema, ...alternativesOf(schema)].flatMap(({ type }) => type);
	const type = types.find((each) => typeof each === 'string' && each !== 'null');
	return FIELD_TYPES.get(type) ?? (schema.format === 'date-time' ? 'dateTime' : 'string');
}

function alternativesOf({ anyOf, oneOf }: IDataObject): IDataObject[] {
	return [anyOf, oneOf].find(Array.isArray)?.filter(isRecord) ?? [];
}

/** The values to choose from, if the schema lists them. An empty field stands for `null`. */
function readOptions(schema: IDataObject): INodePropertyOptions[] | undefined {
	const alternatives = alternativesOf(schema).filter(({ type }) => type !== 'null');
	const lists = (alternatives.length === 0 ? [schema] : alternatives).map(valuesOf);
	if (!lists.every((list) => list !== undefined)) return undefined;
	return lists
		.flat()
		.filter(isOptionValue)
		.map((value) => ({ name: String(value), value }));
}

function isOptionValue(value: unknown): value is INodePropertyOptions['value'] {
	return ['string', 'number', 'boolean'].includes(typeof value);
}

function valuesOf(schema: IDataObject): unknown[] | undefined {
	if ('const' in schema) return [schema.const];
	return Array.isArray(schema.enum) ? schema.enum : undefined;
}
