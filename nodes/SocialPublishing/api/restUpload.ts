import { readRecord } from '../shared/json';
import { path as joinPath } from '../transport/address';
import { call } from '../transport/call';
import type { Connection } from '../transport/connection';
import { recoverLostResponse } from '../transport/errors';
import type { UploadTarget } from './uploadTarget';
import { findCompleted } from './uploadedMedia';
import { readCompletedMedia } from './readings/media';
import { toCompletion } from './readings/upload';

/** Uploads over the REST interface into a workspace. */
export function restUpload(connection: Connection, workspacePath: string): UploadTarget {
	const mediaPath = (id: string) => `${workspacePath}${joinPath('media', id)}`;
	const target: UploadTarget = {
		connection,
		place: `${connection.baseUrl}${workspacePath}`,

		async start(purpose, { name, type, sizeBytes }) {
			const { data } = await call(connection, {
				purpose,
				method: 'POST',
				path: `${workspacePath}/media/uploads`,
				json: { name, type, size: sizeBytes },
				// An upload that is started and never completed leaves nothing visible behind.
				safety: 'idempotent',
				needsRecord: true,
			});
			return readRecord(data);
		},

		async sendPart(purpose, { mediaId }, number, bytes) {
			return await call(connection, {
				purpose,
				method: 'PUT',
				path: `${mediaPath(mediaId)}${joinPath('parts', number)}`,
				bytes,
				safety: 'idempotent',
			});
		},

		async complete(purpose, { mediaId, parts, mayBeComplete }) {
			const { data } = await call(connection, {
				purpose,
				method: 'POST',
				path: `${mediaPath(mediaId)}/complete`,
				json: toCompletion(parts),
				safety: 'idempotent',
				wasSentBefore: mayBeComplete,
				// The service may refuse to complete an upload that is already complete.
			}).catch(recoverLostResponse(async () => await findCompleted(target, purpose, mediaId)));
			return readCompletedMedia(data);
		},

		async read(purpose, mediaId) {
			const path = mediaPath(mediaId);
			const { data } = await call(connection, { purpose, method: 'GET', path, safety: 'safe' });
			return readRecord(data);
		},
	};
	return target;
}
