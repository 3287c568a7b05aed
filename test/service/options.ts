import type { ServiceClock } from './clock';
import type { Dialect } from './dialect';
import type { Seed } from './seed';

/** The largest picture the service keeps, and the JPEG quality it asks for. */
export interface ImageDefaults {
	maxWidth: number;
	maxHeight: number;
	quality: number;
}

/** Everything about the service that can be set; all of it has a default. */
export interface ServiceOptions {
	/** Default 0: any free port. */
	port?: number;
	/** Default 127.0.0.1. */
	host?: string;
	/** Readings of what the description leaves open; default `dialects.first`. */
	dialect?: Partial<Dialect>;
	/** Whether webhooks may go to a loopback address, also over plain HTTP; default false. */
	allowLoopbackWebhooks?: boolean;
	clock?: ServiceClock;
	/** Default 1 MiB. */
	partSizeBytes?: number;
	seed?: Seed;
	/** Requests in any 60 seconds; default 60 per credential and 180 per user. */
	limits?: { credentialPerMinute?: number; userPerMinute?: number };
	/** From the acceptance of a delivery to its outcome, unless the account says otherwise; default 300. */
	outcomeDelayMs?: number;
	/** From the completion of an upload to readiness; default 200. */
	mediaProcessingMs?: number;
	/** From the acceptance of a statistics refresh to the new figures; default 1000. */
	refreshDelayMs?: number;
	imageDefaults?: Partial<ImageDefaults>;
	/** Media bytes a workspace may hold; default 1 GiB. */
	storageLimitBytes?: number;
	/** Threads a workspace may publish on the short-post platform; default 100. */
	shortpostAllowance?: number;
	/** How long the access token of a connected application is good; default one hour. */
	accessTokenLifeMs?: number;
	/** Ids that need encoding in an address; default false. */
	hostileIds?: boolean;
	/** How long a webhook's receiver may take; default 10 seconds, in real time. */
	webhookTimeoutMs?: number;
	/**
	 * The time that signatures carry; default the real one, even if the service's clock was moved,
	 * because the receiver compares it with its own.
	 */
	signatureTimeMs?: () => number;
}

export type Settings = Required<
	Omit<ServiceOptions, 'port' | 'host' | 'dialect' | 'clock' | 'seed' | 'limits' | 'imageDefaults'>
> & {
	imageDefaults: ImageDefaults;
	limits: { credentialPerMinute: number; userPerMinute: number };
};

export function settingsOf(options: ServiceOptions): Settings {
	return {
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
