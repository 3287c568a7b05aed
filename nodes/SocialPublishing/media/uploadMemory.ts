import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { executionScope, type Item } from '../properties/item';
import { clock } from '../shared/clock';
import { isRecord, textOf } from '../shared/json';
import { ATTEMPT_LIFETIME_MS, AttemptMemory } from '../transport/attemptMemory';
import { recallAttempt, rememberAttempt } from '../transport/earlierAttempts';

const STORED_CAPACITY = 200;

/** A file that was uploaded for a command. */
export interface UploadIdentity {
	/** Identifies the file: its hash, or its place in the execution. */
	file: string;
	workspacePath: string;
	/** Whether a later execution may repeat the command: then the media id is also kept in the workflow's static data. */
	outlivesExecution: boolean;
}

/**
 * The media id of each upload. A repeated command must match the first byte for byte, so it must name the same
 * media instead of uploading the file again.
 */
const inThisProcess = new AttemptMemory<string>(1_000);

export function recallUpload(item: Item, identity: UploadIdentity): string | undefined {
	const key = keyOf(item, identity);
	if (!identity.outlivesExecution) {
		return textOf(recallAttempt(executionScope(item), ['upload', key])?.id);
	}
	const known = inThisProcess.recall(key);
	if (known !== undefined) return known;
	const entry = stored(item)[key];
	return isRecord(entry) && Number(entry.untilMs) > clock.now() ? String(entry.id) : undefined;
}

export function rememberUpload(item: Item, identity: UploadIdentity, mediaId: string): void {
	const key = keyOf(item, identity);
	if (!identity.outlivesExecution) {
		return rememberAttempt(executionScope(item), ['upload', key], { id: mediaId });
	}
	inThisProcess.remember(key, mediaId);
	const valid = Object.entries(stored(item)).filter(
		([, entry]) => isRecord(entry) && Number(entry.untilMs) > clock.now(),
	);
	const kept = Object.fromEntries(valid.slice(1 - STORED_CAPACITY));
	const entry = { id: mediaId, untilMs: clock.now() + ATTEMPT_LIFETIME_MS };
	item.functions.getWorkflowStaticData('node').uploads = { ...kept, [key]: entry };
}

function stored(item: Item): IDataObject {
	const { uploads } = item.functions.getWorkflowStaticData('node');
	return isRecord(uploads) ? uploads : {};
}

function keyOf({ connection }: Item, { workspacePath, file }: UploadIdentity): string {
	return createHash('sha256')
		.update(JSON.stringify([connection.baseUrl, workspacePath, file]))
		.digest('hex');
}
