import { builtCredential, builtNode } from './builtPackage';

import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { ProcessedItems, runNode, type NodeRun } from '../engine';
import { startService, type RunningService, type ServiceOptions } from '../service';

/** The value of a picker whose ID was typed in. */
export function byId(value: string): INodeParameters {
	return { __rl: true, mode: 'id', value };
}

/** A service to run the built node against; `baseUrl` and `token` may be those of another process. */
export interface Target {
	baseUrl: string;
	token: string;
	workspaceId: string;
}

/**
 * Runs `resource:operation` of the built node, as an active workflow does.
 *
 * @throws Error if the node fails
 */
export async function runBuilt(
	{ baseUrl, token, workspaceId }: Target,
	name: string,
	parameters: INodeParameters,
	input: INodeExecutionData[],
): Promise<NodeRun> {
	const [resource = '', operation = ''] = name.split(':');
	const run = await runNode({
		nodeType: builtNode,
		mode: 'trigger',
		credentialTypes: [builtCredential],
		credentials: { socialPublishingApi: { baseUrl, apiToken: token } },
		parameters: { resource, operation, workspaceId: byId(workspaceId), ...parameters },
		input,
	});
	if (run.error !== undefined) throw new Error(`${name}: ${run.error.message}`);
	return run;
}

/** A reference service in this process, whose limit no request reaches unless the options say so. */
export class ServiceRuns {
	private seenSequence = 0;

	private constructor(readonly service: RunningService) {}

	/** A service that allows a credential as many requests a minute. */
	static async openWithLimit(credentialPerMinute: number): Promise<ServiceRuns> {
		return await ServiceRuns.open({ limits: { credentialPerMinute, userPerMinute: 10_000 } });
	}

	static async open(options: ServiceOptions = {}): Promise<ServiceRuns> {
		ProcessedItems.current = new ProcessedItems();
		const limits = { credentialPerMinute: 10_000, userPerMinute: 10_000 };
		return new ServiceRuns(await startService({ allowLoopbackWebhooks: true, limits, ...options }));
	}

	get target(): Target {
		const { baseUrl, token } = this.service;
		return { baseUrl, token, workspaceId: this.service.workspaceId('Bakery') };
	}

	/** The records that a run returns. */
	async records(
		name: string,
		parameters: INodeParameters = {},
		input: INodeExecutionData[] = [{ json: {} }],
		token = this.service.token,
	): Promise<IDataObject[]> {
		const { items } = await runBuilt({ ...this.target, token }, name, parameters, input);
		return items.map(({ json }) => json);
	}

	/** Creates a draft, and returns its ID. */
	async createPost(): Promise<string> {
		const accountIds = [this.service.accountId('Bread on Shortpost')];
		const [post] = await this.records('post:create', { text: 'Fresh bread', accountIds });
		return String(post?.id);
	}

	/** How often each operation of the service was requested since the last call. */
	countRequests(): Record<string, number> {
		const counts: Record<string, number> = {};
		const entries = this.service.journal.find({ after: this.seenSequence });
		for (const { operation, path } of entries) {
			const name = operation ?? path;
			counts[name] = (counts[name] ?? 0) + 1;
		}
		this.seenSequence = this.service.journal.entries.at(-1)?.sequence ?? this.seenSequence;
		return counts;
	}
}
