import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { clock } from '../shared/clock';
import { connect, type Connection } from '../transport/connection';

/** How long an open list in the editor may wait for the rate limit or a retry, over all its requests. */
const LONGEST_WAIT_MS = 5_000;

/** Connects to the service for a list that somebody has just opened in the editor. */
export async function connectPicker(functions: ILoadOptionsFunctions): Promise<Connection> {
	return forPicker(await connect(functions));
}

export function forPicker(connection: Connection): Connection {
	return { ...connection, deadlineMs: clock.now() + LONGEST_WAIT_MS };
}
