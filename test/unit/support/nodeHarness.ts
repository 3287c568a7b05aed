import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { clock } from '../../../nodes/SocialPublishing/shared/clock';
import { runNode, storeBinary, type NodeRun, type RunNodeOptions } from '../../engine';
import {
	startService,
	type JournalEntry,
	type RunningService,
	type ServiceOptions,
} from '../../service';

type RunOptions = Partial<Omit<RunNodeOptions, 'nodeType' | 'parameters'>>;

/** The node in n8n's engine against a running reference service, whose clock runs ahead whenever the node pauses. */
export interface Studio {
	service: RunningService;
	workspaceId: string;
	credentials: RunNodeOptions['credentials'];
	/** Pauses that the node took, in milliseconds. */
	pauses: number[];
	run(
		resource: string,
		operation: string,
		parameters?: INodeParameters,
		options?: RunOptions,
	): Promise<NodeRun>;
	/** Names of the operations that the service was asked for since the last call. */
	requests(): string[];
	journal(operation: string): JournalEntry[];
	close(): Promise<void>;
}

export async function openStudio(serviceOptions: ServiceOptions = {}): Promise<Studio> {
	const service = await startService({
		allowLoopbackWebhooks: true,
		limits: { credentialPerMinute: 10_000, userPerMinute: 10_000 },
		...serviceOptions,
	});
	const pauses: number[] = [];
	jest.spyOn(clock, 'now').mockImplementation(() => service.clock.now());
	jest.spyOn(clock, 'wait').mockImplementation(async (durationMs, signal) => {
		signal?.throwIfAborted();
		pauses.push(durationMs);
		await service.clock.advance(durationMs);
	});
	const workspaceId = service.workspaceId('Bakery');
	const credentials = {
		socialPublishingApi: {
			baseUrl: service.baseUrl,
			apiToken: service.token,
			mcpUrl: service.mcpUrl,
		},
	};
	let seen = 0;
	return {
		service,
		workspaceId,
		credentials,
		pauses,
		async run(resource, operation, parameters = {}, options = {}) {
			return await runNode({
				nodeType: new SocialPublishing(),
				credentials,
				parameters: { resource, operation, workspaceId: byId(workspaceId), ...parameters },
				...options,
			});
		},
		requests() {
			const names = service.journal
				.find({ after: seen })
				.map(({ operation, path }) => operation ?? path);
			seen = service.journal.entries.at(-1)?.sequence ?? seen;
			return names;
		},
		journal: (operation) => service.journal.find({ operation }),
		async close() {
			jest.restoreAllMocks();
			await service.close();
		},
	};
}

/** A picker's value, as saved when the id was typed in. */
export function byId(value: string): INodeParameters {
	return { __rl: true, mode: 'id', value };
}

/** An input item with a stored file in the field `data`. */
export async function itemWithFile(
	bytes: Buffer,
	fileName: string,
	mimeType: string,
): Promise<INodeExecutionData> {
	return { json: {}, binary: { data: await storeBinary(bytes, fileName, mimeType) } };
}
