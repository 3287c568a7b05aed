import type { Resource } from '../operation';
import { callAssistantTool } from './call.operation';
import { getAll } from './getAll.operation';

export const assistantTool: Resource = {
	option: { name: 'Assistant Tool', value: 'assistantTool' },
	operations: [callAssistantTool, getAll],
};
