import type { FieldProblem } from '../core/errors';
import type { MediaItem } from '../core/records';
import type { Service } from '../core/service';
import { readJpeg } from './jpeg';
import { readMp4 } from './mp4';

/** Videos must be smaller than this. */
export const VIDEO_SIZE_LIMIT_BYTES = 10_000_000;

/** Greyscale and colour; four components (CMYK) are for print. */
const COMPONENTS = new Set([1, 3]);

const H264 = new Set(['avc1', 'avc3']);

/** Size of a workspace's library, without uploads in progress. */
export function storageUsedBytes({ state }: Service, workspaceId: string): number {
	return [...state.media.values()]
		.filter((item) => item.workspaceId === workspaceId)
		.reduce((sum, { bytes }) => sum + (bytes?.length ?? 0), 0);
}

/** Returns what is wrong with a complete file, and its dimensions. */
export function inspect(
	service: Service,
	item: MediaItem,
	bytes: Buffer,
): { problems: FieldProblem[]; width: number; height: number } {
	const problems: FieldProblem[] = [];
	const complain = (field: string, message: string) => problems.push({ field, message });
	if (bytes.length !== item.sizeBytes) {
		complain('size', `is ${bytes.length} bytes, ${item.sizeBytes} were announced`);
	}
	const left = service.settings.storageLimitBytes - storageUsedBytes(service, item.workspaceId);
	if (bytes.length > left) complain('size', 'is over the storage allowance');
	let dimensions = { width: 0, height: 0 };
	try {
		dimensions =
			item.type === 'image/jpeg'
				? inspectJpeg(service, bytes, complain)
				: inspectMp4(bytes, complain);
	} catch (error) {
		complain('type', error instanceof Error ? error.message : String(error));
	}
	return { problems, ...dimensions };
}

type Complain = (field: string, message: string) => void;

function inspectJpeg({ settings }: Service, bytes: Buffer, complain: Complain) {
	const { width, height, components, metadata } = readJpeg(bytes);
	const { maxWidth, maxHeight } = settings.imageDefaults;
	if (width < 1 || height < 1 || width > maxWidth || height > maxHeight) {
		complain('dimensions', `${width}×${height} is not within ${maxWidth}×${maxHeight}`);
	}
	if (!COMPONENTS.has(components))
		complain('type', 'must be in greyscale or colour, not for print');
	if (metadata.length > 0) complain('metadata', `must be stripped: ${metadata.join(', ')}`);
	return { width, height };
}

function inspectMp4(bytes: Buffer, complain: Complain) {
	const { width, height, videoFormats } = readMp4(bytes);
	if (!videoFormats.every((format) => H264.has(format))) complain('type', 'must be H.264 video');
	if (bytes.length >= VIDEO_SIZE_LIMIT_BYTES) complain('size', 'must be below 10,000,000 bytes');
	if (width < 1 || height < 1) complain('dimensions', 'are missing');
	return { width, height };
}
