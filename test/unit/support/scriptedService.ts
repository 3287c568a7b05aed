import type { INodeParameters } from 'n8n-workflow';

import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { clock } from '../../../nodes/SocialPublishing/shared/clock';
import { ProcessedItems, runNode, type NodeRun, type RunNodeOptions } from '../../engine';
import { neverExpires } from './timeLimits';
import { AS_SENT, byId } from './nodeHarness';
import {
	ScriptedServer,
	type ReceivedRequest,
	type ResponseWriter,
	type ScriptedResponse,
} from './scriptedServer';

const BASE_PATH = '/api/v1';

/** A request as the service received it. */
export interface Received extends ReceivedRequest {
	/** Method and path below the base address, as sent. */
	line: string;
}

export interface Reply {
	status?: number;
	headers?: Record<string, string>;
	/** The `data` of the envelope; left out, the envelope has none. */
	data?: unknown;
	/** The `error` of the envelope. */
	error?: unknown;
	/** Replaces the envelope. */
	text?: string;
	/** How many bytes of the body arrive before the connection breaks. */
	cutAfter?: number;
	/** The end of the connection is the end of the body, as in HTTP/1.0. */
	hasNoLength?: boolean;
}

/** Responses by the line of the request. With undefined, the connection breaks. */
export type Answers = Record<string, (request: Received) => Reply | undefined>;

/**
 * The REST interface as a test writes it, for responses that the reference service does not give. A request without an
 * entry gets status 404. The clock of the node stands still; its pauses move it forward.
 */
export class ScriptedService {
	requests: Received[] = [];
	credentials: NonNullable<RunNodeOptions['credentials']> = {};
	private server: ScriptedServer | undefined;
	private nowMs = 0;

	/**
	 * Takes the place of a service that the test has opened before.
	 *
	 * @param token the credential's; one that nothing else contains by default
	 */
	async open(answers: Answers | Answers[string], token?: string): Promise<void> {
		await this.server?.close();
		ProcessedItems.current = new ProcessedItems();
		const requests: Received[] = [];
		this.requests = requests;
		this.server = await ScriptedServer.open((request) => {
			const line = `${request.method} ${request.path.replace(BASE_PATH, '')}`;
			const received = { ...request, line };
			requests.push(received);
			const answer = typeof answers === 'function' ? answers : answers[line];
			const reply =
				answer === undefined ? { status: 404, error: { code: 'no_route' } } : answer(received);
			return reply && inEnvelope(reply);
		});
		const { origin } = this.server;
		this.credentials = {
			socialPublishingApi: {
				baseUrl: origin + BASE_PATH,
				apiToken: token ?? `token-${origin}`,
				assistantTools: true,
				mcpUrl: `${origin}/mcp`,
			},
		};
		this.nowMs = Date.now();
		jest.spyOn(clock, 'now').mockImplementation(() => this.nowMs);
		jest.spyOn(clock, 'timeout').mockImplementation(neverExpires);
		jest.spyOn(clock, 'wait').mockImplementation(async (durationMs, signal) => {
			signal?.throwIfAborted();
			this.advance(durationMs);
		});
	}

	/** Moves the clock of the node forward. */
	advance(durationMs: number): void {
		this.nowMs += durationMs;
	}

	lines(): string[] {
		return this.requests.map(({ line }) => line);
	}

	sent(line: string): Received[] {
		return this.requests.filter((request) => request.line === line);
	}

	/** Runs `resource:operation` of the node. */
	async run(
		name: string,
		parameters: INodeParameters = {},
		options: Partial<Omit<RunNodeOptions, 'parameters'>> = {},
	): Promise<NodeRun> {
		const [resource = '', operation = ''] = name.split(':');
		return await runNode({
			nodeType: new SocialPublishing(),
			credentials: this.credentials,
			parameters: { resource, operation, workspaceId: byId('1'), ...AS_SENT, ...parameters },
			...options,
		});
	}

	async close(): Promise<void> {
		jest.restoreAllMocks();
		await this.server?.close();
		this.server = undefined;
	}
}

/** A service that a test opens with its responses. It is closed after each test. */
export function useScriptedService(): ScriptedService {
	const service = new ScriptedService();
	afterEach(async () => await service.close());
	return service;
}

function inEnvelope(reply: Reply): ScriptedResponse | ResponseWriter {
	const { status, headers, data, error, text, cutAfter, hasNoLength } = reply;
	if (hasNoLength === true) {
		return (response) => {
			response.removeHeader('Content-Length');
			response.removeHeader('Transfer-Encoding');
			response.writeHead(status ?? 200, headers).end(text);
		};
	}
	const body = text ?? { data, error, request_id: 'req_1' };
	return { status, headers, body, cutAfterBytes: cutAfter };
}
