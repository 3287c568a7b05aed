import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';

import {
	findCompleted,
	PART_EXPLANATIONS,
	waitUntilReady,
	type UploadTarget,
} from '../api/mediaUpload';
import { readMediaIn } from '../api/readings/media';
import {
	isTokenPlaceholder,
	mediaIdArguments,
	partAddress,
	readTicket,
	type Ticket,
} from '../api/readings/tool';
import { fetchMediaFile } from '../media/fetchMediaFile';
import { prepareFile } from '../media/prepareFile';
import type { SourceFile } from '../media/sourceFile';
import { uploadOnce } from '../media/uploadOnce';
import type { Item, Output } from '../properties/item';
import { ServiceFailure } from '../shared/failure';
import { readRecord } from '../shared/json';
import { isSafeAddress } from '../transport/address';
import { call, download } from '../transport/call';
import { redactor, type Connection } from '../transport/connection';
import { recoverLostResponse } from '../transport/finding';
import type { Call } from '../transport/types';
import { callTool, callToolWith, purposeOf, readByTool } from './tool';

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
	const media = readRecord((await readByTool(connection, 'get_media', args, purpose)).data);
	const fetchFile = async () => {
		const { data } = await callTool(connection, DOWNLOAD_TOOL, args, { safety: 'safe' });
		const ticket = requireTicket(readRecord(data), purpose);
		const request = redeemTicket(connection, ticket, { purpose, method: 'GET' });
		return await download(request.connection, request.call);
	};
	return { json: media, binary: { [propertyName]: await fetchMediaFile(item, media, fetchFile) } };
}

/** Uploads a file of the input item with a ticket, and waits until it is ready for use. */
export async function uploadWithTicket(
	item: Item,
	args: IDataObject,
	propertyName: string,
	source: SourceFile,
): Promise<Output> {
	const { connection } = item;
	const workspacePath = String(args.workspace_id);
	const { file, picture } = await prepareFile(item, workspacePath, source, {
		prepareImage: true,
		readCapabilities: async (purpose) =>
			readRecord((await readByTool(connection, 'get_capabilities', args, purpose)).data),
	});
	const target = ticketUpload(connection, args);
	const upload = { propertyName, source, workspacePath, settings: {} };
	const { record } = await waitUntilReady(target, await uploadOnce(item, target, upload, file));
	return {
		json: picture === undefined ? record : { ...record, preparation: { ...picture.report } },
	};
}

function ticketUpload(connection: Connection, args: IDataObject): UploadTarget {
	const target: UploadTarget = {
		connection,
		place: `${connection.baseUrl} ${String(args.workspace_id)}`,

		async start(_purpose, { name, type, sizeBytes }) {
			const startArgs = { ...args, name, type, size: sizeBytes };
			// Repeatable, because an upload that is never completed has no visible effect.
			const { data } = await callTool(connection, UPLOAD_TOOL, startArgs, {
				safety: 'idempotent',
			});
			return readRecord(data);
		},

		async sendPart(purpose, { started }, part, bytes) {
			const ticket = requireTicket(started, purpose);
			const request = redeemTicket(connection, ticket, { purpose, method: 'PUT', part, bytes });
			return await call(request.connection, {
				...request.call,
				explanations: PART_EXPLANATIONS,
			});
		},

		async complete(purpose, { mediaId, parts, mayBeComplete }) {
			const values = { ...args, ...mediaIdArguments(mediaId), parts };
			const { data } = await callToolWith(connection, 'complete_media_upload', values, {
				safety: 'idempotent',
				wasSentBefore: mayBeComplete,
				// The service may refuse to complete an upload twice.
			}).catch(recoverLostResponse(async () => await findCompleted(target, purpose, mediaId)));
			return readMediaIn(data);
		},

		async read(purpose, mediaId) {
			const values = { ...args, ...mediaIdArguments(mediaId) };
			return readMediaIn((await readByTool(connection, 'get_media', values, purpose)).data);
		},
	};
	return target;
}

/** @throws ServiceFailure that reveals nothing of the result */
export function requireTicket(data: IDataObject, purpose: string): Ticket {
	const ticket = readTicket(data);
	if (ticket !== undefined) return ticket;
	throw new ServiceFailure(
		`Could not ${purpose}: the service returned no ticket that this node can read`,
		"Report this to the service's support, or use the Media resource instead.",
	);
}

/**
 * A request that redeems a ticket. It goes to the ticket's address, without the credential unless the ticket asks for it.
 *
 * @throws ServiceFailure if the address does not use HTTPS, or if the ticket asks for the token and the address is not the
 *   service's
 */
export function redeemTicket(
	connection: Connection,
	{ url, headers }: Ticket,
	request: { purpose: string; method: IHttpRequestMethods; part?: number; bytes?: Buffer },
): { connection: Connection; call: Call } {
	const { purpose, method, part, bytes } = request;
	const target = part === undefined ? url : partAddress(url, part);
	const isSafe = URL.canParse(target) && isSafeAddress(new URL(target), connection.baseUrl);
	if (!isSafe) throw unsafeAddress(purpose);
	const entries = Object.entries(headers);
	const ticketHeaders = Object.fromEntries(entries.filter((entry) => !isTokenPlaceholder(entry)));
	const needsToken = entries.some(isTokenPlaceholder);
	if (needsToken && new URL(target).origin !== new URL(connection.baseUrl).origin)
		throw unsafeAddress(purpose);
	const secrets = [target, url, ...Object.values(ticketHeaders)];
	return {
		connection: {
			...connection,
			credentialType: needsToken ? connection.credentialType : undefined,
			learnToken: needsToken ? connection.learnToken : undefined,
			baseUrl: target,
			redact: (text, minimumLength) =>
				secrets.reduce(
					(clean, secret) => redactor(secret)(clean, minimumLength),
					connection.redact(text, minimumLength),
				),
		},
		call: {
			purpose,
			method,
			path: '',
			headers: ticketHeaders,
			bytes,
			safety: method === 'GET' ? 'safe' : 'idempotent',
		},
	};
}

function unsafeAddress(purpose: string): ServiceFailure {
	return new ServiceFailure(
		`Could not ${purpose}: the service returned an unsafe address`,
		"Files are sent only over HTTPS, and the token only to the service. Report this to the service's support.",
	);
}
