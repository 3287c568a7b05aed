import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { SocialPublishingApi } from '../../credentials/SocialPublishingApi.credentials';
import { SocialPublishingOAuth2Api } from '../../credentials/SocialPublishingOAuth2Api.credentials';
import { SocialPublishing } from '../../nodes/SocialPublishing/SocialPublishing.node';
import { SocialPublishingPollTrigger } from '../../nodes/SocialPublishing/SocialPublishingPollTrigger.node';
import { SocialPublishingTrigger } from '../../nodes/SocialPublishing/SocialPublishingTrigger.node';

/*
 * Workflows save the names and values of parameters, and omit those that are the default. So a line of the file that changes
 * breaks saved workflows. A new parameter is a new line.
 */
const FILE = path.join(__dirname, 'savedParameters.txt');

type Option = INodePropertyOptions | INodeProperties | INodePropertyCollection;

/** A line for each parameter and for each of those within it. */
function linesOf(property: INodeProperties, within: string): string[] {
	const { name, type, default: initial, options = [], displayOptions } = property;
	const where =
		displayOptions?.show === undefined ? '' : ` if ${JSON.stringify(displayOptions.show)}`;
	const choices = options.filter(isChoice).map(({ value }) => JSON.stringify(value));
	const line = [`${within}.${name}:`, type, JSON.stringify(initial), choices.join('|')]
		.filter(Boolean)
		.join(' ');
	return [
		`${line}${where}`,
		...options.flatMap((option) => linesWithin(option, `${within}.${name}`)),
	];
}

const isChoice = (option: Option): option is INodePropertyOptions => 'value' in option;

function linesWithin(option: Option, within: string): string[] {
	if ('values' in option)
		return option.values.flatMap((value) => linesOf(value, `${within}.${option.name}`));
	return 'type' in option ? linesOf(option, within) : [];
}

it('the parameters that workflows save stay as they are', () => {
	const nodes = [SocialPublishing, SocialPublishingTrigger, SocialPublishingPollTrigger];
	const described = [
		...nodes.map((Node) => new Node().description),
		new SocialPublishingApi(),
		new SocialPublishingOAuth2Api(),
	];
	const lines = described.flatMap(({ name, properties }) =>
		properties.flatMap((property) => linesOf(property, name)),
	);
	expect(lines).toEqual(readFileSync(FILE, 'utf8').trimEnd().split('\n'));
});
