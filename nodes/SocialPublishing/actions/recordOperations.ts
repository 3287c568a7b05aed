import type { INodeProperties } from 'n8n-workflow';

import { withEtag } from '../api/posts';
import { readLimit } from '../properties/commonFields';
import { deleteRecord, sendUnkeyed, type UnkeyedCommand } from '../commands/unkeyedCommands';
import { attemptOf, commonScope, type Item, type Output } from '../properties/item';
import { workspaceLocator } from '../properties/locators';
import { readId } from '../properties/parameters';
import { readRecord } from '../shared/json';
import { call } from '../transport/call';
import { fetchList, type ListRequest } from '../transport/paginate';
import type { ServiceResponse } from '../transport/types';
import type { Operation } from './operation';

/** The record in a response as the service sent it, with the response's ETag if there is one. */
export function toOutput({ data, etag }: Pick<ServiceResponse, 'data' | 'etag'>): Output {
	return { json: withEtag(readRecord(data), etag) };
}

export async function fetchRecord(
	{ connection }: Item,
	purpose: string,
	path: string,
): Promise<Output> {
	return toOutput(await call(connection, { purpose, method: 'GET', path, safety: 'safe' }));
}

/** Sends a command that has no Idempotency-Key, and returns the record in its response. */
export async function sendCommand(item: Item, command: UnkeyedCommand): Promise<Output> {
	return toOutput(await sendUnkeyed(item.connection, attemptOf(item), command));
}

/** Reads all records of a list that match, or as many as Limit allows, as one output item each. */
export async function listRecords(
	item: Item,
	purpose: string,
	path: string,
	filter: Pick<ListRequest, 'query' | 'matches' | 'complete'> = {},
): Promise<Output[]> {
	const request = { purpose, path, ...filter, limit: readLimit(item) };
	const records = await fetchList(item.connection, request);
	return records.map((json) => ({ json }));
}

interface Deletion {
	option: Operation['option'];
	/** The kind of record in error messages, such as "webhook". */
	recordName: string;
	locator: INodeProperties;
	readPath: (item: Item) => string;
}

export function deleteRecordOperation({
	option,
	recordName,
	locator,
	readPath,
}: Deletion): Operation {
	return {
		option,
		properties: [workspaceLocator, locator],

		prepare(item) {
			const purpose = `delete the ${recordName}`;
			const path = readPath(item);
			const id = readId(item, locator.name, locator.displayName);
			return async () => {
				await deleteRecord(item.connection, purpose, path, commonScope(item));
				return { json: { deleted: true, id } };
			};
		},
	};
}
