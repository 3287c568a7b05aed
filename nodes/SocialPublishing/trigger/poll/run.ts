import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { textOf } from '../../shared/json';
import { sampleEvent } from './sampleEvent';
import { takeEvent } from './takeEvent';

/**
 * What the node does as the first step of an execution: it passes on the event that the execution was started for. If
 * somebody starts it in the editor, there is none, so it fetches one.
 */
export async function run(functions: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const [item] = functions.getInputData();
	const isEvent = textOf(item?.json.id)?.startsWith('poll_') === true;
	if (item !== undefined && isEvent) return [await takeEvent(functions, item)];
	return [[{ json: await sampleEvent(functions) }]];
}
