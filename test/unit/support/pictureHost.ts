import { type Script, ScriptedServer } from './scriptedServer';

/** A web server with pictures, for one test at a time. */
export function usePictureHost() {
	const servers: ScriptedServer[] = [];

	afterEach(async () => {
		await Promise.all(servers.splice(0).map(async (server) => await server.close()));
	});

	return {
		/** May be called several times in a test: each server is an origin of its own. */
		async open(script: Script, host?: string): Promise<ScriptedServer> {
			const server = await ScriptedServer.open(script, host);
			servers.push(server);
			return server;
		},
	};
}
