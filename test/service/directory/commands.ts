import type { Context, Result } from '../core/operation';
import { page } from '../core/pages';
import { limitsOf, platforms, SHORTPOST } from '../core/platforms';
import type { Account, Brand } from '../core/records';
import { selectAccounts, type Filters } from '../core/selection';
import type { Service } from '../core/service';
import { IMAGE_SIZE_LIMIT_BYTES } from '../media/upload';
import { storageUsedBytes, VIDEO_SIZE_LIMIT_BYTES } from '../media/validation';
import { shortpostRemaining, textLimit } from '../posts/readiness';

interface Page {
	cursor?: string | undefined;
	limit: number;
}

function workspacesOf({ state }: Service, userId: string) {
	return [...state.workspaces.values()].filter(({ userIds }) => userIds.has(userId));
}

export function getIdentity({ service, credential }: Context<object>): Result {
	const { id, name, email } = service.state.userOf(credential);
	const { expiresAtMs } = credential;
	return {
		data: {
			id,
			name,
			email,
			credential: {
				id: credential.id,
				name: credential.name,
				expires_at: expiresAtMs === null ? null : service.clock.iso(expiresAtMs),
			},
			workspaces: workspacesOf(service, id).map((each) => ({ id: each.id, name: each.name })),
		},
	};
}

export function listWorkspaces({ service, credential, input }: Context<Page>): Result {
	const workspaces = workspacesOf(service, credential.userId);
	const present = ({ id, name }: { id: string; name: string }) => ({ id, name });
	const scope = ['workspaces', credential.userId];
	return {
		data: page(workspaces, input, {
			order: 'oldestFirst',
			scope,
			present,
			dialect: service.dialect,
		}),
	};
}

export function listBrands({ service, workspaceId, input }: Context<Page>): Result {
	const brands = [...service.state.brands.values()].filter(
		(brand) => brand.workspaceId === workspaceId,
	);
	const present = ({ id, name }: Brand) => ({ id, workspace_id: workspaceId, name });
	const scope = ['brands', workspaceId];
	return {
		data: page(brands, input, { order: 'oldestFirst', scope, present, dialect: service.dialect }),
	};
}

function presentAccount({ clock }: Service, account: Account) {
	const limits = limitsOf(account.platform);
	const { type, checkedAtMs, error } = account.subscription;
	return {
		id: account.id,
		workspace_id: account.workspaceId,
		brand_id: account.brandId,
		platform: account.platform,
		name: account.name,
		status: account.connected ? 'connected' : 'reconnect_required',
		shortpost_subscription_type: type,
		shortpost_subscription_checked_at: checkedAtMs === null ? null : clock.iso(checkedAtMs),
		shortpost_subscription_error: error,
		capabilities: {
			text_length: textLimit(account, limits),
			media: limits.media,
			video: limits.video,
			thread: limits.thread,
		},
	};
}

export function listAccounts(context: Context<Page & Filters>): Result {
	const { service, workspaceId, input } = context;
	const accounts = selectAccounts(service, workspaceId, input);
	const scope = ['accounts', workspaceId, input.brand_id, input.platform];
	const present = (account: Account) => presentAccount(service, account);
	return {
		data: page(accounts, input, { order: 'oldestFirst', scope, present, dialect: service.dialect }),
	};
}

/** What the workspace may publish and store at present. */
export function getCapabilities({ service, workspaceId }: Context<object>): Result {
	const { dialect, settings } = service;
	const { maxWidth, maxHeight, quality } = settings.imageDefaults;
	const used = storageUsedBytes(service, workspaceId);
	const left = shortpostRemaining(service, workspaceId);
	const images =
		dialect.imageDefaults === 'image'
			? { image: { maxWidth, maxHeight, quality } }
			: { image_defaults: { max_width: maxWidth, max_height: maxHeight, quality } };
	const platformLimits = Object.entries(platforms).map(([name, limits]) => [
		name,
		{
			text_length: limits.textLength,
			subscribed_text_length: limits.subscribedTextLength ?? null,
			media: limits.media,
			media_required: limits.mediaRequired,
			video: limits.video,
			thread: limits.thread,
		},
	]);
	return {
		data: {
			platforms: Object.fromEntries(platformLimits),
			...images,
			storage: {
				limit_bytes: settings.storageLimitBytes,
				used_bytes: used,
				remaining_bytes: settings.storageLimitBytes - used,
				max_image_bytes: IMAGE_SIZE_LIMIT_BYTES,
				max_video_bytes: VIDEO_SIZE_LIMIT_BYTES - 1,
			},
			allowances: {
				[SHORTPOST]: {
					limit: settings.shortpostAllowance,
					used: settings.shortpostAllowance - left,
					remaining: left,
				},
			},
		},
	};
}
