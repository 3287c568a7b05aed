export { binaryBytes, storeBinary, type BinaryMode } from './binary';
export type { CredentialRecords } from './credentials';
export { runNode, type NodeRun, type RunNodeOptions, type ShownError } from './runNode';
