import type { Readable } from 'node:stream';
import { Container } from '@n8n/di';
import { BinaryDataConfig, BinaryDataService, prepareBinaryData } from 'n8n-core';
import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';
import { defaultWorkflowId } from './workflow';

/** Where n8n keeps file contents: inside the item (`memory`), or on disk with an id in the item (`filesystem`). */
export type BinaryMode = 'memory' | 'filesystem';

/**
 * Makes n8n store new files in this way from now on; files stored before stay readable. The setting belongs to the
 * whole process, as in n8n, so runs at the same time must agree on it.
 */
export async function useBinaryMode(mode: BinaryMode): Promise<void> {
	Container.get(BinaryDataConfig).mode = mode === 'memory' ? 'default' : 'filesystem';
	await Container.get(BinaryDataService).init();
}

/** Puts a file where an earlier node of the workflow would have left it (default: on disk), for an item's `binary`. */
export async function storeBinary(
	content: Buffer | Readable,
	fileName: string,
	mimeType: string,
	mode: BinaryMode = 'filesystem',
): Promise<IBinaryData> {
	await useBinaryMode(mode);
	return await prepareBinaryData(content, 'earlier', defaultWorkflowId, fileName, mimeType);
}

/** The bytes of an item's file, wherever they are kept. Throws if the item has no such file. */
export async function binaryBytes(item: INodeExecutionData, property: string): Promise<Buffer> {
	const file = item.binary?.[property];
	if (file === undefined) throw new Error(`The item has no file in "${property}"`);
	return await Container.get(BinaryDataService).getAsBuffer(file);
}
