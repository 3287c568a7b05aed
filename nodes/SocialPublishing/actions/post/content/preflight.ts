import type { IDataObject } from 'n8n-workflow';

import { accountLabel, readAccountNames } from '../../../api/accountDirectory';
import { accountsOf } from '../../../api/postContent';
import { readPreflight, type Complaint, type Preflight } from '../../../api/readings/preflight';
import { isRequestFailure } from '../../../shared/failure';
import { readRecord } from '../../../shared/json';
import { asSentence } from '../../../shared/text/sentences';
import { call } from '../../../transport/call';
import type { Connection } from '../../../transport/connection';

export const PREFLIGHT_PURPOSE = 'check the post';

/** Statuses with which a service refuses the content itself; other refusals are not about the content. */
const CONTENT_REFUSALS = new Set([400, 413, 422]);

/**
 * Asks the service whether it would publish the post. Without a response, the result is unclear.
 *
 * @param workspace the path of the workspace
 * @param json the body of a creation
 * @throws the refusal of content that the service does not accept at all
 */
export async function preflight(
	connection: Connection,
	workspace: string,
	json: IDataObject,
): Promise<Preflight> {
	const response = await call(connection, {
		purpose: PREFLIGHT_PURPOSE,
		method: 'POST',
		path: `${workspace}/posts/validate`,
		json,
		safety: 'safe',
	}).catch((error: unknown) => {
		if (!isRequestFailure(error) || CONTENT_REFUSALS.has(error.facts.status ?? 0)) throw error;
	});
	return readVerdict(readRecord(response?.data), json);
}

/** What the service says of a post, whose accounts may be the names of fields. */
export function readVerdict(record: IDataObject, json: IDataObject): Preflight {
	return readPreflight(record, accountsOf(json));
}

/** Objections or warnings as sentences that name the accounts. */
export async function describeComplaints(
	connection: Connection,
	workspace: string,
	complaints: Complaint[],
): Promise<string[]> {
	const isNamed = complaints.some(({ accountId }) => accountId !== undefined);
	const accounts = isNamed ? await readAccountNames(connection, workspace) : new Map();
	return complaints.map(({ text, accountId = '' }) => {
		const account = accounts.get(accountId) ?? { id: accountId };
		return asSentence(
			connection.redact(accountId === '' ? text : `${accountLabel(account)}: ${text}`),
		);
	});
}
