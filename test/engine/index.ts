export { callTool, type CallToolOptions, type ToolAnswer } from './callTool';
export { binaryBytes, storeBinary, type BinaryMode } from './binary';
export type { CredentialRecords } from './credentials';
export { ProcessedItems } from './processedItems';
export { listSearch, loadOptions, resourceMapping, type PickerOptions } from './loadOptions';
export type { EmitFault } from './emission';
export { PollHost, type PolledExecution, type PollHostOptions } from './pollHost';
export { runNode, type NodeRun, type RunNodeOptions, type ShownError } from './runNode';
export { testCredential, type TestCredentialOptions } from './testCredential';
export {
	TriggerHost,
	type StartedExecution,
	type TriggerHostOptions,
	type WebhookCall,
} from './triggerHost';
export { WorkflowRecord } from './workflowRecord';
