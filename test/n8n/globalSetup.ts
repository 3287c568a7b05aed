import { installHosts } from './install';
import { packNode } from './packedNode';
import { startN8n } from './runningN8n';
import { SharedHosts } from './sharedHosts';
import { makeTemplates, removeTemplates } from './userFolders';

let sharedHosts: SharedHosts | undefined;

/** Runs once for all test files: builds and packs the package, and installs both versions of n8n. */
export default async function globalSetup(): Promise<void> {
	const report = (line: string) => process.stderr.write(`${line}\n`);
	const tarball = packNode(report);
	process.env.PACKED_NODE = tarball;
	await installHosts(report);
	await makeTemplates(async (version) => await startN8n({ tarball, version, report }));
	sharedHosts = await SharedHosts.open(report);
}

/** Jest calls it through `globalTeardown.ts`, in the same process. */
export async function closeSharedHosts(): Promise<void> {
	await sharedHosts?.close();
	removeTemplates();
}
