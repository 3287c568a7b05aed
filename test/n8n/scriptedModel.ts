import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the model has received so far. */
export interface Conversation {
	/** Names of the available tools. */
	tools: string[];
	/** The results of the tool calls, in order. */
	toolResults: string[];
}

/** The model's next reply: a tool call or the final text. */
export type ModelReply = { call: string; with: Record<string, unknown> } | { say: string };

/** A chat model that follows a script and implements OpenAI's chat completions API. */
export interface ScriptedModel {
	/** Ends in /v1. */
	url: string;
	/** The conversation in the last request. */
	conversation: Conversation;
	close(): Promise<void>;
}

interface ChatRequest {
	stream?: boolean;
	tools?: Array<{ function: { name: string } }>;
	messages: Array<{ role: string; content: unknown }>;
}

/** @param script one reply per turn: the first responds to the user, the others to a tool's result */
export async function startScriptedModel(
	script: Array<(conversation: Conversation) => ModelReply>,
): Promise<ScriptedModel> {
	const conversation: Conversation = { tools: [], toolResults: [] };
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			if (request.method === 'GET') {
				response.setHeader('content-type', 'application/json');
				response.end(JSON.stringify(MODELS));
				return;
			}
			// n8n 2.41 then uses chat completions.
			if (request.url?.endsWith('/responses')) {
				response.statusCode = 404;
				response.end();
				return;
			}
			const chatRequest: ChatRequest = JSON.parse(Buffer.concat(chunks).toString('utf8'));
			Object.assign(conversation, readConversation(chatRequest));
			const reply = script[conversation.toolResults.length];
			const message = toMessage(
				reply?.(conversation) ?? { say: 'The script has ended.' },
				conversation,
			);
			if (chatRequest.stream) {
				response.setHeader('content-type', 'text/event-stream');
				response.end(streamed(message));
				return;
			}
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify(completion(message)));
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}/v1`,
		conversation,
		async close() {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
}

function readConversation({ tools = [], messages }: ChatRequest): Conversation {
	return {
		tools: tools.map((tool) => tool.function.name),
		toolResults: messages
			.filter(({ role }) => role === 'tool')
			.map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content))),
	};
}

interface ModelMessage {
	role: string;
	content: string | null;
	tool_calls?: object[];
}

function toMessage(reply: ModelReply, { toolResults }: Conversation): ModelMessage {
	if ('say' in reply) return { role: 'assistant', content: reply.say };
	const call = { name: reply.call, arguments: JSON.stringify(reply.with) };
	return {
		role: 'assistant',
		content: null,
		tool_calls: [{ id: `call_${toolResults.length + 1}`, type: 'function', function: call }],
	};
}

/** n8n's Agents look whether the model exists. */
const MODELS = { object: 'list', data: [{ id: 'scripted', object: 'model' }] };

const COMPLETION = { id: 'completion', created: 0, model: 'scripted' };
const USAGE = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

function completion(message: ModelMessage) {
	return {
		...COMPLETION,
		object: 'chat.completion',
		choices: [{ index: 0, message, finish_reason: finishReason(message) }],
		usage: USAGE,
	};
}

/** The same as server-sent events: the message in one piece, then its end. */
function streamed(message: ModelMessage): string {
	const toolCalls = message.tool_calls?.map((call, index) => ({ index, ...call }));
	const delta = { ...message, ...(toolCalls && { tool_calls: toolCalls }) };
	const whole = { ...COMPLETION, object: 'chat.completion.chunk' };
	const chunks = [
		{ ...whole, choices: [{ index: 0, delta, finish_reason: null }] },
		{
			...whole,
			choices: [{ index: 0, delta: {}, finish_reason: finishReason(message) }],
			usage: USAGE,
		},
	];
	const events = [...chunks.map((chunk) => JSON.stringify(chunk)), '[DONE]'];
	return events.map((event) => `data: ${event}\n\n`).join('');
}

function finishReason({ content }: ModelMessage): string {
	return content === null ? 'tool_calls' : 'stop';
}
