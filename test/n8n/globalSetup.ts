import { installHost } from './install';
import { packNode } from './packedNode';
import { SharedHosts } from './sharedHosts';

let sharedHosts: SharedHosts | undefined;

/** Runs once for all test files: builds and packs the package, and installs both versions of n8n. */
export default async function globalSetup(): Promise<void> {
	const report = (line: string) => process.stderr.write(`${line}\n`);
	process.env.PACKED_NODE = packNode(report);
	// At once: npm mostly waits for downloads, and the database driver is built on one core.
	await Promise.all([installHost(2, report), installHost(1, report)]);
	sharedHosts = await SharedHosts.open(report);
}

/** Jest calls it through `globalTeardown.ts`, in the same process. */
export async function closeSharedHosts(): Promise<void> {
	await sharedHosts?.close();
}
