import type { IDataObject } from 'n8n-workflow';

import { readCompleted, uploadFile, waitUntilReady, type UploadTarget } from '../api/upload';
import { downloadFile } from '../media/downloadFile';
import { findInputFile } from '../media/inputFile';
import { prepareFile } from '../media/prepareFile';
import { type Item, type Output, executionScope } from '../properties/item';
import { readRecord, textOf } from '../shared/json';
import { call, download } from '../transport/call';
import type { Connection } from '../transport/connection';
import { argumentsFor } from './runTool';
import { readTicket, redeemTicket } from './ticket';
import { callTool, findTool, purposeOf } from './tool';

/** The tools that give a ticket instead of doing their work: the node goes on to the bytes. */
export const DOWNLOAD_TOOL = 'download_media';
export const UPLOAD_TOOL = 'begin_media_upload';

/** Arguments of the upload that follow from the file. */
export const FILE_ARGUMENTS = ['name', 'type', 'size'];

/** Fetches a file with a ticket: the media item in `json`, its bytes in `binary`. */
export async function downloadWithTicket(
	item: Item,
	args: IDataObject,
	propertyName: string,
): Promise<Output> {
	const { connection } = item;
	const purpose = purposeOf(DOWNLOAD_TOOL);
	const media = await readMedia(connection, args, purpose);
	const fetchFile = async () => {
		const { data } = await callTool(connection, DOWNLOAD_TOOL, args, 'read');
		const ticket = readTicket(readRecord(data), purpose);
		const request = redeemTicket(connection, ticket, { purpose, method: 'GET' });
		return await download(request.connection, request.call);
	};
	return { json: media, binary: { [propertyName]: await downloadFile(item, media, fetchFile) } };
}

/** Uploads a file of the input item with a ticket, and waits until it can be used. */
export async function uploadWithTicket(
	item: Item,
	args: IDataObject,
	propertyName: string,
): Promise<Output> {
	const { connection } = item;
	const file = await findInputFile(item, propertyName, textOf(args.name));
	const { upload, picture } = await prepareFile(item, String(args.workspace_id), file, {
		prepareImage: true,
		readCapabilities: async () => await readCapabilities(connection, args),
	});
	const target = ticketUpload(connection, args);
	const identity = JSON.stringify([executionScope(item), propertyName]);
	const media = await waitUntilReady(target, await uploadFile(target, upload, identity));
	return { json: picture === undefined ? media : { ...media, preparation: { ...picture.report } } };
}

function ticketUpload(connection: Connection, args: IDataObject): UploadTarget {
	const target: UploadTarget = {
		connection,
		place: `${connection.baseUrl} ${String(args.workspace_id)}`,

		async start(_purpose, { name, type, sizeBytes }) {
			const begin = { ...args, name, type, size: sizeBytes };
			// An upload that was started and never completed leaves nothing to see.
			const { data } = await callTool(connection, UPLOAD_TOOL, begin, 'repeatable');
			return readRecord(data);
		},

		async sendPart(purpose, { started }, part, bytes) {
			const ticket = readTicket(started, purpose);
			const request = redeemTicket(connection, ticket, { purpose, method: 'PUT', part, bytes });
			return await call(request.connection, request.call);
		},

		async complete(purpose, { mediaId, parts }) {
			const tool = await findTool(connection, 'complete_media_upload');
			const known = { ...args, id: mediaId, media_id: mediaId, parts };
			const { data } = await callTool(
				connection,
				tool.name,
				argumentsFor(tool, known),
				'repeatable',
				// Completing a second time what is complete may be refused.
				{ findLostEffect: async () => await readCompleted(target, purpose, mediaId) },
			);
			return readRecord(readRecord(data).media ?? data);
		},

		read: async (purpose, mediaId) =>
			await readMedia(connection, { ...args, id: mediaId, media_id: mediaId }, purpose),
	};
	return target;
}

async function readMedia(
	connection: Connection,
	known: IDataObject,
	purpose: string,
): Promise<IDataObject> {
	return await readWith(connection, 'get_media', known, purpose);
}

async function readCapabilities(connection: Connection, known: IDataObject): Promise<IDataObject> {
	return await readWith(connection, 'get_capabilities', known, 'read the image settings');
}

async function readWith(
	connection: Connection,
	name: string,
	known: IDataObject,
	purpose: string,
): Promise<IDataObject> {
	const tool = await findTool(connection, name);
	const { data } = await callTool(connection, name, argumentsFor(tool, known), 'read', { purpose });
	return readRecord(data);
}
