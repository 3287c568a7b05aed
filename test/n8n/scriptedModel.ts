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
			const chatRequest: ChatRequest = JSON.parse(Buffer.concat(chunks).toString('utf8'));
			Object.assign(conversation, readConversation(chatRequest));
			const reply = script[conversation.toolResults.length];
			const message = toMessage(
				reply?.(conversation) ?? { say: 'The script has ended.' },
				conversation,
			);
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

function toMessage(reply: ModelReply, { toolResults }: Conversation) {
	if ('say' in reply) return { role: 'assistant', content: reply.say };
	const call = { name: reply.call, arguments: JSON.stringify(reply.with) };
	return {
		role: 'assistant',
		content: null,
		tool_calls: [{ id: `call_${toolResults.length + 1}`, type: 'function', function: call }],
	};
}

function completion(message: { content: string | null }) {
	return {
		id: 'completion',
		object: 'chat.completion',
		created: 0,
		model: 'scripted',
		choices: [
			{ index: 0, message, finish_reason: message.content === null ? 'tool_calls' : 'stop' },
		],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}
