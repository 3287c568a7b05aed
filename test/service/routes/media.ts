import { z } from 'zod/v4';

import { operation } from '../core/operation';
import { pageInput } from '../core/pages';
import * as library from '../media/library';
import * as upload from '../media/upload';
import { recordId } from './fields';

const media = '/workspaces/:workspace_id/media';
const item = `${media}/:id`;
const id = recordId('media item');

export const mediaOperations = [
	operation({
		name: 'list_media',
		description: 'List media items.',
		method: 'GET',
		route: media,
		input: pageInput,
		command: library.listMedia,
	}),
	operation({
		name: 'get_media',
		description: 'Read one media item.',
		method: 'GET',
		route: item,
		input: { id },
		command: library.getMedia,
	}),
	operation({
		name: 'download_media',
		description: 'Download the private file of a media item.',
		method: 'GET',
		route: `${item}/file`,
		input: { id },
		command: library.downloadMedia,
	}),
	operation({
		name: 'begin_media_upload',
		description: 'Start the upload of a prepared JPEG picture or an H.264 MP4 video.',
		method: 'POST',
		route: `${media}/uploads`,
		input: {
			name: z.string().min(1).max(255),
			type: z.enum(['image/jpeg', 'video/mp4']),
			size: z.number().int().min(1).describe('Bytes of the whole file'),
		},
		command: upload.beginUpload,
	}),
	operation({
		name: 'upload_media_part',
		description: 'Upload one part as raw bytes.',
		method: 'PUT',
		route: `${item}/parts/:part`,
		binary: true,
		input: { id, part: z.coerce.number().int().min(1) },
		command: upload.uploadPart,
	}),
	operation({
		name: 'complete_media_upload',
		description: 'Check the uploaded file. A file that fails is removed.',
		method: 'POST',
		route: `${item}/complete`,
		input: {
			id,
			parts: z.array(z.strictObject({ number: z.number().int(), etag: z.string() })).min(1),
		},
		command: upload.completeUpload,
	}),
	operation({
		name: 'edit_media',
		description: 'Save the text that describes a picture.',
		method: 'PATCH',
		route: item,
		input: { id, alt: z.string().max(1000) },
		command: library.editMedia,
	}),
	operation({
		name: 'delete_media',
		description: 'Delete a media item that no post uses.',
		method: 'DELETE',
		route: item,
		input: { id },
		command: library.deleteMedia,
	}),
];
