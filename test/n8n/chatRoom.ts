import { text } from 'node:stream/consumers';

import { startLocalServer, type LocalServer } from './localServer';

/** A team chat that accepts messages as Slack and Mattermost do: `{ "text": … }` at a secret address. */
export interface ChatRoom extends LocalServer {
	/** The texts, oldest first. */
	messages: string[];
}

export async function startChatRoom(): Promise<ChatRoom> {
	const messages: string[] = [];
	const server = await startLocalServer((request, response) => {
		void text(request).then((body) => {
			messages.push((JSON.parse(body) as { text: string }).text);
			response.end('ok');
		});
	});
	return { ...server, messages };
}
