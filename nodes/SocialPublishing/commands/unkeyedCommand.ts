import type { IDataObject } from 'n8n-workflow';

import type { Connection } from '../transport/connection';
import type { Call, ServiceResponse } from '../transport/types';
import { carryOut } from './command';
import { MAIN_STEP, type ExecutionScope } from './key';

/** The item that a command is sent for, and whether its content may have been changed on purpose since an earlier attempt. */
export interface Attempt {
	scope: ExecutionScope;
	isEdited: boolean;
}

interface UnkeyedCommand extends Pick<Call, 'purpose' | 'method' | 'path' | 'safety' | 'guard'> {
	json: IDataObject;
}

/**
 * Sends a command that has no Idempotency-Key. If its response is lost, the next attempt at the same item knows that it
 * may have taken effect.
 */
export async function sendUnkeyed(
	connection: Connection,
	{ scope, isEdited }: Attempt,
	{ purpose, path, json, ...request }: UnkeyedCommand,
): Promise<ServiceResponse> {
	return await carryOut(connection, {
		purpose,
		identity: { path, content: json, step: MAIN_STEP },
		idempotency: { mode: 'none', scope },
		request,
		isEdited,
		prepare: async () => ({ json }),
	});
}
