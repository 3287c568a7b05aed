import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP server on any free port of this machine. */
export interface LocalServer {
	/** Without a slash at its end. */
	url: string;
	close(): void;
}

export async function startLocalServer(listener: RequestListener): Promise<LocalServer> {
	const server = createServer(listener);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		close() {
			server.close();
			server.closeAllConnections();
		},
	};
}
