import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeParameters } from 'n8n-workflow';

import type { WorkflowJson } from './rest';

const EXAMPLES_FOLDER = path.join(__dirname, '..', '..', 'examples');

/**
 * Reads an example workflow and fills in the fields that a user fills in after importing it.
 *
 * @param parameters the fields to fill in, by step name
 * @throws if the example has no step of that name
 */
export function readExample(
	fileName: string,
	parameters: Record<string, INodeParameters>,
): WorkflowJson {
	const text = readFileSync(path.join(EXAMPLES_FOLDER, fileName), 'utf8');
	const workflow = JSON.parse(text) as WorkflowJson;
	for (const [name, filledIn] of Object.entries(parameters)) {
		const node = workflow.nodes.find((candidate) => candidate.name === name);
		if (!node) throw new Error(`${fileName} has no step named ${name}`);
		Object.assign(node.parameters, filledIn);
	}
	return workflow;
}
