import type { MediaItem } from '../core/records';
import type { Service } from '../core/service';

/** A media item, with its readiness in the service's dialect. */
export function presentMedia({ dialect }: Service, item: MediaItem) {
	const readiness = {
		status: { status: item.status },
		readiness: { readiness: item.status },
		state: { state: item.status },
		ready: { ready: item.status === 'ready' },
	}[dialect.readiness];
	return {
		id: item.id,
		workspace_id: item.workspaceId,
		name: item.name,
		type: item.type,
		size: item.sizeBytes,
		part_size: item.partSizeBytes,
		alt: item.alt,
		width: item.width,
		height: item.height,
		...readiness,
		created_at: new Date(item.createdAtMs).toISOString(),
		ready_at: item.readyAtMs === null ? null : new Date(item.readyAtMs).toISOString(),
	};
}
