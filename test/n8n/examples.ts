import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeParameters } from 'n8n-workflow';

import type { WorkflowJson } from './rest';

const EXAMPLES_FOLDER = path.join(__dirname, '..', '..', 'examples');

/** The fields that a user fills in after importing an example, by step name. */
export type FilledIn = Record<string, INodeParameters>;

/** The names of the files with example workflows. */
export function exampleFiles(): string[] {
	return readdirSync(EXAMPLES_FOLDER)
		.filter((name) => name.endsWith('.json'))
		.sort();
}

/**
 * Reads an example workflow and fills in the fields that a user fills in after importing it.
 *
 * @throws if the example has no step of a name in `filledIn`
 */
export function readExample(fileName: string, filledIn: FilledIn = {}): WorkflowJson {
	const text = readFileSync(path.join(EXAMPLES_FOLDER, fileName), 'utf8');
	const workflow = JSON.parse(text) as WorkflowJson;
	for (const [name, parameters] of Object.entries(filledIn)) {
		const node = workflow.nodes.find((candidate) => candidate.name === name);
		if (!node) throw new Error(`${fileName} has no step named ${name}`);
		Object.assign(node.parameters, parameters);
	}
	return workflow;
}
