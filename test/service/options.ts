import type { ServiceClock } from './clock';
import type { Dialect } from './dialect';
import type { Seed } from './seed';

/** The largest picture that the service accepts, and the JPEG quality it asks for. */
export interface ImageDefaults {
	maxWidth: number;
	maxHeight: number;
	quality: number;
}

/** The service's options; each has a default. */
export interface ServiceOptions {
	/** Default 0: any free port. */
	port?: number;
	/** Default 127.0.0.1. */
	host?: string;
	/** How to fill in what the specification leaves open; default `dialects.first`. */
	dialect?: Partial<Dialect>;
	/** Whether webhooks may target a loopback address, including over plain HTTP; default false. */
	allowLoopbackWebhooks?: boolean;
	clock?: ServiceClock;
	/** Default 1 MiB. */
	partSizeBytes?: number;
	seed?: Seed;
	/** Requests in any 60 seconds; default 60 per credential and 180 per user. */
	limits?: { credentialPerMinute?: number; userPerMinute?: number };
	/** Time from accepting a delivery to its outcome, unless the account overrides it; default 300. */
	outcomeDelayMs?: number;
	/** Time from completing an upload until the item is ready; default 200. */
	mediaProcessingMs?: number;
	/** Time from accepting a statistics refresh to the new figures; default 1000. */
	refreshDelayMs?: number;
	imageDefaults?: Partial<ImageDefaults>;
	/** Media storage per workspace; default 1 GiB. */
	storageLimitBytes?: number;
	/** Number of threads a workspace may publish on the short-post platform; default 100. */
	shortpostAllowance?: number;
	/** Lifetime of a connected application's access token; default one hour. */
	accessTokenLifeMs?: number;
	/** Whether ids contain characters that must be encoded in a URL; default false. */
	hostileIds?: boolean;
	/** Timeout for a webhook's receiver, in real time; default 10 seconds. */
	webhookTimeoutMs?: number;
	/**
	 * The timestamp in signatures. Default: the real time, even if the service's clock was moved, because
	 * the receiver compares it with its own clock.
	 */
	signatureTimeMs?: () => number;
}

export type Settings = Required<
	Omit<ServiceOptions, 'port' | 'dialect' | 'clock' | 'seed' | 'limits' | 'imageDefaults'>
> & {
	imageDefaults: ImageDefaults;
	limits: { credentialPerMinute: number; userPerMinute: number };
};

export function settingsOf(options: ServiceOptions): Settings {
	return {
		host: options.host ?? '127.0.0.1',
		allowLoopbackWebhooks: options.allowLoopbackWebhooks ?? false,
		partSizeBytes: options.partSizeBytes ?? 1024 * 1024,
		limits: { credentialPerMinute: 60, userPerMinute: 180, ...options.limits },
		outcomeDelayMs: options.outcomeDelayMs ?? 300,
		mediaProcessingMs: options.mediaProcessingMs ?? 200,
		refreshDelayMs: options.refreshDelayMs ?? 1000,
		imageDefaults: { maxWidth: 2048, maxHeight: 2048, quality: 85, ...options.imageDefaults },
		storageLimitBytes: options.storageLimitBytes ?? 1024 ** 3,
		shortpostAllowance: options.shortpostAllowance ?? 100,
		accessTokenLifeMs: options.accessTokenLifeMs ?? 3_600_000,
		hostileIds: options.hostileIds ?? false,
		webhookTimeoutMs: options.webhookTimeoutMs ?? 10_000,
		signatureTimeMs: options.signatureTimeMs ?? Date.now,
	};
}
