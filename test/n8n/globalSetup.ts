import { installHost } from './install';
import { packNode } from './packedNode';

/** Runs once for all test files: builds and packs the package, and installs both versions of n8n. */
export default async function globalSetup(): Promise<void> {
	const report = (line: string) => process.stderr.write(`${line}\n`);
	process.env.PACKED_NODE = packNode(report);
	await installHost(2, report);
	await installHost(1, report);
}
