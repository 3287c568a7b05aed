import * as n8nWorkflow from 'n8n-workflow';

/**
 * Returns what `load` imports, as another process or a restarted n8n loads it: with its own memory. One at a time.
 *
 * n8n-workflow is shared, because it keeps nothing for a node and takes longer to load than the node.
 */
export async function loadInFreshProcess<Loaded extends object>(
	load: () => Promise<Loaded>,
): Promise<Loaded> {
	let loaded: Loaded | undefined;
	await jest.isolateModulesAsync(async () => {
		jest.doMock('n8n-workflow', () => n8nWorkflow);
		loaded = await load();
	});
	if (loaded === undefined) throw new Error('Nothing was loaded');
	return loaded;
}
