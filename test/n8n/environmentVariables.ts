import path from 'node:path';

import type { Host } from './install';

/** Here Node.js keeps n8n's compiled code, so that the next n8n starts faster. */
const COMPILE_CACHE = path.join(__dirname, '..', '..', '.cache', 'compiled');

/** n8n's environment. It inherits almost nothing, because variables of Jest or npm would change n8n's behavior. */
export function environmentVariables(
	host: Host,
	userFolder: string,
	{ port, brokerPort }: { port: number; brokerPort: number },
	overrides: Record<string, string> = {},
): NodeJS.ProcessEnv {
	return {
		HOME: process.env.HOME,
		TMPDIR: process.env.TMPDIR,
		PATH: [path.dirname(host.nodePath), process.env.PATH].join(path.delimiter),
		NODE_COMPILE_CACHE: COMPILE_CACHE,
		N8N_USER_FOLDER: userFolder,
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_PORT: String(port),
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		WEBHOOK_URL: `http://127.0.0.1:${port}/`,
		N8N_SECURE_COOKIE: 'false',
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_LOG_LEVEL: 'debug',
		...overrides,
	};
}
