import { parse } from 'flatted';
import type {
	IBinaryData,
	IConnections,
	ICredentialDataDecryptedObject,
	INode,
	IPinData,
	IRunExecutionData,
	IWorkflowSettings,
} from 'n8n-workflow';

import { isSaved, type Execution } from './execution';
import { PublicationClient } from './publication';
import { TIMEOUT_MS, waitUntil } from './waitUntil';

/** A workflow as n8n exports it; n8n assigns the ids. */
export interface WorkflowJson {
	name: string;
	nodes: INode[];
	connections: IConnections;
	settings?: IWorkflowSettings;
	/** Items that stand for the output of a step, by its name. */
	pinData?: IPinData;
}

/** The most that n8n returns in one page. */
const EXECUTIONS_PAGE = 100;
const DOES_NOT_EXIST = 'does not exist';

/** Makes the calls that n8n's editor makes. */
export class RestClient extends PublicationClient {
	async createCredential(
		name: string,
		type: string,
		data: ICredentialDataDecryptedObject,
	): Promise<{ id: string; name: string }> {
		const { id } = await this.request<{ id: string }>('POST', '/credentials', { name, type, data });
		return { id, name };
	}

	async deleteCredential(id: string): Promise<void> {
		await this.request('DELETE', `/credentials/${id}`);
	}

	/** Tests a saved credential, like "Test" in the editor. */
	async testCredential(id: string): Promise<{ status: string; message: string }> {
		const credentials = await this.request('GET', `/credentials/${id}?includeData=true`);
		return await this.request('POST', '/credentials/test', { credentials });
	}

	async createWorkflow(workflow: WorkflowJson): Promise<string> {
		const body = { active: false, settings: {}, ...workflow };
		const { id } = await this.request<{ id: string }>('POST', '/workflows', body);
		return id;
	}

	/**
	 * Runs a workflow, like "Execute workflow" in the editor.
	 *
	 * @returns the execution's id, or undefined if n8n now waits for a trigger's test event
	 */
	async runManually(workflowId: string, triggerName: string): Promise<string | undefined> {
		const workflowData = await this.request('GET', `/workflows/${workflowId}`);
		const { executionId } = await this.request<{ executionId?: string }>(
			'POST',
			`/workflows/${workflowId}/run`,
			{ workflowData, triggerToStartFrom: { name: triggerName } },
		);
		return executionId;
	}

	/**
	 * Chooses Retry in the list of executions, with the original or with the saved workflow.
	 *
	 * @returns the new execution, once it has finished
	 */
	async retryExecution(executionId: string, loadWorkflow: boolean): Promise<Execution> {
		const path = `/executions/${executionId}/retry`;
		const { id } = await this.request<{ id: string }>('POST', path, { loadWorkflow });
		return await this.finishedExecution(id);
	}

	/** Changes one node of a saved workflow. */
	async changeNode(
		workflowId: string,
		nodeName: string,
		change: (node: INode) => void,
	): Promise<void> {
		const path = `/workflows/${workflowId}`;
		const workflow = await this.request<WorkflowJson & { versionId: string }>('GET', path);
		const node = workflow.nodes.find(({ name }) => name === nodeName);
		if (node === undefined) throw new Error(`The workflow has no node ${nodeName}`);
		change(node);
		const { nodes, versionId } = workflow;
		await this.request('PATCH', path, { nodes, versionId });
	}

	async stopExecution(executionId: string): Promise<void> {
		await this.request('POST', `/executions/${executionId}/stop`, {});
	}

	/**
	 * Returns the executions of a workflow in the order of their ids. n8n lists one twice that ends at that moment: as running and
	 * as ended. Its pages are sorted by start time, but continue after an id, so they leave out some. If there is more than one
	 * page, every id is therefore asked for.
	 *
	 * @param known ids of executions to leave out
	 */
	async executions(
		workflowId: string,
		known: ReadonlySet<string> = new Set(),
	): Promise<Execution[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const path = `/executions?filter=${filter}&limit=${EXECUTIONS_PAGE}`;
		const { results } = await this.request<{ results: Array<{ id: string }> }>('GET', path);
		const newest = [...new Set(results.map(({ id }) => Number(id)))].sort((a, b) => a - b);
		if (results.length < EXECUTIONS_PAGE) return await this.executionsOf(newest, known);
		const executions: Execution[] = [];
		const lastId = newest.at(-1) ?? 0;
		for (let first = 1; first <= lastId; first += EXECUTIONS_PAGE) {
			const length = Math.min(EXECUTIONS_PAGE, lastId - first + 1);
			const ids = Array.from({ length }, (_, index) => first + index);
			executions.push(...(await this.executionsOf(ids, known)));
		}
		return executions.filter((execution) => execution.workflowId === workflowId);
	}

	private async executionsOf(ids: number[], known: ReadonlySet<string>): Promise<Execution[]> {
		const wanted = ids.map(String).filter((id) => !known.has(id));
		const found = await Promise.all(
			wanted.map(async (id) => await this.execution(id).catch(leaveOutMissing)),
		);
		return found.filter((execution) => execution !== undefined);
	}

	async execution(executionId: string): Promise<Execution> {
		const stored = await this.request<(Omit<Execution, 'data'> & { data: string }) | undefined>(
			'GET',
			`/executions/${executionId}`,
		);
		if (stored === undefined) throw new Error(`Execution ${executionId} ${DOES_NOT_EXIST}`);
		return { ...stored, data: parse(stored.data) as IRunExecutionData };
	}

	/** The newest execution of a workflow, once it has finished. */
	async newestExecution(workflowId: string): Promise<Execution> {
		const newest = (await this.executions(workflowId)).at(-1);
		if (newest === undefined) throw new Error('The workflow was not executed');
		return await this.finishedExecution(newest.id);
	}

	/** Waits until an execution has finished, successfully or not, and n8n has saved its data. */
	async finishedExecution(executionId: string): Promise<Execution> {
		let execution = await this.execution(executionId);
		await waitUntil(
			async () => {
				execution = await this.execution(executionId);
				return isSaved(execution);
			},
			TIMEOUT_MS,
			`execution ${executionId}`,
		);
		return execution;
	}

	/** The contents of an item's binary property, wherever n8n stores them. */
	async download({ id, data, mimeType }: IBinaryData): Promise<Buffer> {
		if (id === undefined) return Buffer.from(data, 'base64');
		const query = new URLSearchParams({ id, action: 'download', mimeType });
		const response = await this.send('GET', `/binary-data?${query.toString()}`);
		return Buffer.from(await response.arrayBuffer());
	}
}

/**
 * Not every id is in use. And n8n 1 saves an execution before its data: a kill in between leaves one that has not begun,
 * and that it cannot show.
 */
function leaveOutMissing(error: unknown): undefined {
	const message = error instanceof Error ? error.message : '';
	const isMissing = [DOES_NOT_EXIST, "null (reading 'data')"].some((text) =>
		message.includes(text),
	);
	if (!isMissing) throw error;
}
