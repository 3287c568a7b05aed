import { parseArgs } from 'node:util';

import { dialects, ServiceClock, startService } from './index';

/**
 * `npm run service`: a service to try the nodes with, without an account. Options, for example
 * `-- --port 4010 --speed 60 --dialect second`: the port, the number of its seconds in one real second,
 * and its dialect.
 */
async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: '4010' },
			speed: { type: 'string', default: '1' },
			dialect: { type: 'string', default: 'first' },
		},
	});
	const dialect = Object.entries(dialects).find(([name]) => name === values.dialect)?.[1];
	if (!dialect) throw new Error(`--dialect must be one of: ${Object.keys(dialects).join(', ')}`);
	const service = await startService({
		port: Number(values.port),
		clock: new ServiceClock({ speed: Number(values.speed) }),
		dialect,
		allowLoopbackWebhooks: true,
	});
	const { accounts, users, workspaces } = service.state;
	const [owner] = users.keys();
	console.log('The reference service is running. It keeps everything in memory.\n');
	console.log(`  Base URL   ${service.baseUrl}`);
	console.log(`  MCP URL    ${service.mcpUrl}`);
	console.log(`  API token  ${service.token}\n`);
	for (const workspace of workspaces.values()) {
		if (owner === undefined || !workspace.userIds.has(owner)) continue;
		console.log(`  Workspace ${workspace.name} (${workspace.id})`);
		for (const { name, platform, id, workspaceId } of accounts.values()) {
			if (workspaceId === workspace.id) console.log(`    ${name} · ${platform} · ${id}`);
		}
	}
	console.log('\nPress Ctrl+C to stop it.');
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
