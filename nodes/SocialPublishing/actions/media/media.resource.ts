import type { Resource } from '../operation';
import { deleteOperation } from './delete.operation';
import { downloadMedia } from './download.operation';
import { get } from './get.operation';
import { getAll } from './getAll.operation';
import { update } from './update.operation';
import { uploadMedia } from './upload.operation';

export const media: Resource = {
	option: { name: 'Media', value: 'media' },
	operations: [uploadMedia, get, getAll, downloadMedia, update, deleteOperation],
};
