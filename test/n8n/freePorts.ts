import { createServer } from 'node:net';

/**
 * Below the ports that operating systems give to connections, which could otherwise take a port while n8n restarts, and above
 * those that browsers refuse.
 */
const FIRST_PORT = 11_000;
const PORT_COUNT = 20_000;

/** Returns different ports on which nothing listens. */
export async function freePorts(count: number): Promise<number[]> {
	const ports = new Set<number>();
	while (ports.size < count) {
		const port = FIRST_PORT + Math.floor(Math.random() * PORT_COUNT);
		if (await isFree(port)) ports.add(port);
	}
	return [...ports];
}

async function isFree(port: number): Promise<boolean> {
	const server = createServer();
	const listens = await new Promise<boolean>((resolve) => {
		server.once('error', () => resolve(false));
		server.listen(port, '127.0.0.1', () => resolve(true));
	});
	if (listens) await new Promise((resolve) => server.close(resolve));
	return listens;
}
