import type { IWorkflowBase, Workflow } from 'n8n-workflow';

/** A workflow as n8n's database holds it. */
export function asSaved(workflow: Workflow): IWorkflowBase {
	const at = new Date(0);
	return {
		id: workflow.id,
		name: workflow.name ?? '',
		active: workflow.active,
		activeVersionId: null,
		isArchived: false,
		createdAt: at,
		updatedAt: at,
		nodes: Object.values(workflow.nodes),
		connections: workflow.connectionsBySourceNode,
		settings: workflow.settings,
	};
}
