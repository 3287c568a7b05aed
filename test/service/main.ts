import { startService } from './index';

/** `npm run service`: a service to try the nodes against, without an account. */
async function main(): Promise<void> {
	const port = Number(process.env.PORT ?? 4010);
	const service = await startService({ port, allowLoopbackWebhooks: true });
	const { accounts, workspaces } = service.state;
	console.log('The reference service is running. It keeps everything in memory.\n');
	console.log(`  Base URL   ${service.baseUrl}`);
	console.log(`  API token  ${service.token}\n`);
	for (const workspace of workspaces.values()) {
		console.log(`  Workspace ${workspace.name} (${workspace.id})`);
		for (const { name, platform, id, workspaceId } of accounts.values()) {
			if (workspaceId === workspace.id) console.log(`    ${name} · ${platform} · ${id}`);
		}
	}
	console.log('\nStop it with Ctrl+C.');
}

main().catch((error: unknown) => {
	console.error(error);
	process.exitCode = 1;
});
