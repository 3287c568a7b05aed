import { installHosts } from './install';
import { packNode } from './packedNode';
import { SharedHosts } from './sharedHosts';

let sharedHosts: SharedHosts | undefined;

/** Runs once for all test files: builds and packs the package, and installs both versions of n8n. */
export default async function globalSetup(): Promise<void> {
	const report = (line: string) => process.stderr.write(`${line}\n`);
	process.env.PACKED_NODE = packNode(report);
	await installHosts(report);
	sharedHosts = await SharedHosts.open(report);
}

/** Jest calls it through `globalTeardown.ts`, in the same process. */
export async function closeSharedHosts(): Promise<void> {
	await sharedHosts?.close();
}
