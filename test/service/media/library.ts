import { conflict } from '../core/errors';
import { deleted, type Context, type Result } from '../core/operation';
import { page } from '../core/pages';
import type { MediaItem } from '../core/records';
import { presentMedia } from './present';

export function listMedia(
	context: Context<{ cursor?: string | undefined; limit: number }>,
): Result {
	const { service, workspaceId, input } = context;
	const items = [...service.state.media.values()].filter(
		(item) => item.workspaceId === workspaceId,
	);
	const present = (item: MediaItem) => presentMedia(service, item);
	const scope = ['media', workspaceId];
	return {
		data: page(items, input, { order: 'newestFirst', scope, present, dialect: service.dialect }),
	};
}

export function getMedia({ service, workspaceId, input }: Context<{ id: string }>): Result {
	return { data: presentMedia(service, service.state.mediaItem(workspaceId, input.id)) };
}

/** Returns the file itself, once it is ready. */
export function downloadMedia({ service, workspaceId, input }: Context<{ id: string }>): Result {
	const { name, type, status, bytes } = service.state.mediaItem(workspaceId, input.id);
	if (status !== 'ready' || !bytes) throw conflict('media_not_ready', 'The file is not ready yet.');
	return { file: { name, type, bytes } };
}

export function editMedia(context: Context<{ id: string; alt: string }>): Result {
	const { service, workspaceId, input } = context;
	const item = service.state.mediaItem(workspaceId, input.id);
	item.alt = input.alt;
	return { data: presentMedia(service, item) };
}

export function deleteMedia({ service, workspaceId, input }: Context<{ id: string }>): Result {
	const { id } = service.state.mediaItem(workspaceId, input.id);
	const inUse = [...service.state.posts.values()].some(({ destinations }) =>
		destinations.some(({ content }) => content.media_ids?.includes(id)),
	);
	if (inUse) throw conflict('media_in_use', 'A post uses this media item.');
	service.state.media.delete(id);
	return deleted(service, id);
}
