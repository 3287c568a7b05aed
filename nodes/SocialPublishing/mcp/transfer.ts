import type { IDataObject } from 'n8n-workflow';

import type { UploadTarget } from '../api/uploadTarget';
import { findCompleted, waitUntilReady } from '../api/uploadedMedia';
import { readCompletedMedia } from '../api/readings/media';
import { mediaIdArguments } from '../api/readings/tool';
import { downloadFile } from '../media/downloadFile';
import type { InputFile } from '../media/inputFile';
import { prepareFile } from '../media/prepareFile';
import { findUploaded, identifyUpload, uploadNew } from '../media/uploadOnce';
import type { Item, Output } from '../properties/item';
import { readRecord } from '../shared/json';
import { call, download } from '../transport/call';
import { recoverLostResponse } from '../transport/errors';
import type { Connection } from '../transport/connection';
import { redeemTicket, requireTicket } from './ticket';
import { argumentsFor, callTool, findTool, purposeOf } from './tool';

/** Tools that only return a ticket; the node then transfers the file itself. */
export const DOWNLOAD_TOOL = 'download_media';
export const UPLOAD_TOOL = 'begin_media_upload';

/** Arguments of the upload that the node takes from the file. */
export const FILE_ARGUMENTS = ['name', 'type', 'size'];

/** Downloads a file with a ticket: the media item goes into `json`, the file into `binary`. */
export async function downloadWithTicket(
	item: Item,
	args: IDataObject,
	propertyName: string,
): Promise<Output> {
	const { connection } = item;
	const purpose = purposeOf(DOWNLOAD_TOOL);
	const media = await readMedia(connection, args, purpose);
	const fetchFile = async () => {
		const { data } = await callTool(connection, DOWNLOAD_TOOL, args, 'safe');
		const ticket = requireTicket(readRecord(data), purpose);
		const request = redeemTicket(connection, ticket, { purpose, method: 'GET' });
		return await download(request.connection, request.call);
	};
	return { json: media, binary: { [propertyName]: await downloadFile(item, media, fetchFile) } };
}

/** Uploads a file of the input item with a ticket, and waits until it is ready for use. */
export async function uploadWithTicket(
	item: Item,
	args: IDataObject,
	propertyName: string,
	file: InputFile,
): Promise<Output> {
	const { connection } = item;
	const workspacePath = String(args.workspace_id);
	const { upload, picture } = await prepareFile(item, workspacePath, file, {
		prepareImage: true,
		readCapabilities: async (purpose) =>
			await readWith(connection, 'get_capabilities', args, purpose),
	});
	const target = ticketUpload(connection, args);
	const identity = await identifyUpload(item, propertyName, file, { workspacePath, settings: {} });
	const uploaded =
		(await findUploaded(item, identity, target)) ??
		(await uploadNew(item, identity, target, upload));
	const media = await waitUntilReady(target, uploaded);
	return { json: picture === undefined ? media : { ...media, preparation: { ...picture.report } } };
}

function ticketUpload(connection: Connection, args: IDataObject): UploadTarget {
	const target: UploadTarget = {
		connection,
		place: `${connection.baseUrl} ${String(args.workspace_id)}`,

		async start(_purpose, { name, type, sizeBytes }) {
			const startArgs = { ...args, name, type, size: sizeBytes };
			// Repeatable, because an upload that is never completed has no visible effect.
			const { data } = await callTool(connection, UPLOAD_TOOL, startArgs, 'idempotent');
			return readRecord(data);
		},

		async sendPart(purpose, { started }, part, bytes) {
			const ticket = requireTicket(started, purpose);
			const request = redeemTicket(connection, ticket, { purpose, method: 'PUT', part, bytes });
			return await call(request.connection, request.call);
		},

		async complete(purpose, { mediaId, parts, mayBeComplete }) {
			const tool = await findTool(connection, 'complete_media_upload');
			const values = { ...args, ...mediaIdArguments(mediaId), parts };
			const { data } = await callTool(
				connection,
				tool.name,
				argumentsFor(tool, values),
				'idempotent',
				{
					wasSentBefore: mayBeComplete,
					// The service may refuse to complete an upload twice.
				},
			).catch(recoverLostResponse(async () => await findCompleted(target, purpose, mediaId)));
			return readCompletedMedia(data);
		},

		read: async (purpose, mediaId) =>
			await readMedia(connection, { ...args, ...mediaIdArguments(mediaId) }, purpose),
	};
	return target;
}

async function readMedia(
	connection: Connection,
	values: IDataObject,
	purpose: string,
): Promise<IDataObject> {
	return await readWith(connection, 'get_media', values, purpose);
}

async function readWith(
	connection: Connection,
	name: string,
	values: IDataObject,
	purpose: string,
): Promise<IDataObject> {
	const tool = await findTool(connection, name);
	const { data } = await callTool(connection, name, argumentsFor(tool, values), 'safe', {
		purpose,
	});
	return readRecord(data);
}
