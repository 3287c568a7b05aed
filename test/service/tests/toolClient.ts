import type { RunningService } from '..';

/** Calls tools as the service's description shows, without an SDK. */
export class ToolClient {
	constructor(private readonly service: RunningService) {}

	/** The envelope that the tool returns. Throws if it reports an error. */
	async call(name: string, args: Record<string, unknown>) {
		const response = await fetch(this.service.mcpUrl, {
			method: 'POST',
			headers: {
				Authorization: `Bearer ${this.service.token}`,
				'Content-Type': 'application/json',
				Accept: 'application/json, text/event-stream',
				'MCP-Protocol-Version': '2026-07-28',
				'Mcp-Method': 'tools/call',
				'Mcp-Name': name,
			},
			body: JSON.stringify({
				jsonrpc: '2.0',
				id: 1,
				method: 'tools/call',
				params: {
					name,
					arguments: args,
					_meta: {
						'io.modelcontextprotocol/protocolVersion': '2026-07-28',
						'io.modelcontextprotocol/clientCapabilities': {},
					},
				},
			}),
		});
		const text = await response.text();
		const { result } = JSON.parse(text);
		if (!response.ok || result === undefined || result.isError) throw new Error(text);
		return result.structuredContent;
	}
}
