import type { Resource } from '../operation';
import { upload } from './upload.operation';

export const media: Resource = {
	option: { name: 'Media', value: 'media' },
	operations: [upload],
};
