import { installHost } from './install';
import { packNode } from './packedNode';

/** Once for all test files: the package is built and packed, and both hosts are installed. */
export default async function globalSetup(): Promise<void> {
	const report = (line: string) => process.stderr.write(`${line}\n`);
	process.env.PACKED_NODE = packNode(report);
	await installHost(2, report);
	await installHost(1, report);
}
