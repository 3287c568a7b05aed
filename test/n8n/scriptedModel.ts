import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the model has been told so far. */
export interface Conversation {
	/** Names of the tools that it may call. */
	tools: string[];
	/** What the tools have answered, in order. */
	answers: string[];
}

/** What the model does next: call a tool, or say its last word. */
export type Move = { call: string; with: Record<string, unknown> } | { say: string };

/** A chat model that follows a script, behind the interface of OpenAI's chat completions. */
export interface ScriptedModel {
	/** Ends in /v1. */
	url: string;
	/** The last conversation that it was asked about. */
	conversation: Conversation;
	close(): Promise<void>;
}

interface ChatRequest {
	tools?: Array<{ function: { name: string } }>;
	messages: Array<{ role: string; content: unknown }>;
}

/** @param script one move for each turn: the first is the answer to the user, the next follow a tool's answer */
export async function startScriptedModel(
	script: Array<(conversation: Conversation) => Move>,
): Promise<ScriptedModel> {
	const conversation: Conversation = { tools: [], answers: [] };
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const asked: ChatRequest = JSON.parse(Buffer.concat(chunks).toString('utf8'));
			Object.assign(conversation, readConversation(asked));
			const move = script[conversation.answers.length];
			const message = toMessage(move?.(conversation) ?? { say: 'I am at a loss.' }, conversation);
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
		answers: messages
			.filter(({ role }) => role === 'tool')
			.map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content))),
	};
}

function toMessage(move: Move, { answers }: Conversation) {
	if ('say' in move) return { role: 'assistant', content: move.say };
	const call = { name: move.call, arguments: JSON.stringify(move.with) };
	return {
		role: 'assistant',
		content: null,
		tool_calls: [{ id: `call_${answers.length + 1}`, type: 'function', function: call }],
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
