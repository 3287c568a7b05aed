import { createServer } from 'node:http';

import { ServiceClock } from './clock';
import { createControls, type Controls } from './controls';
import { IdempotencyStore } from './core/idempotency';
import type { Result } from './core/operation';
import { RateLimiter } from './core/rateLimit';
import type { Service } from './core/service';
import { State } from './core/state';
import { dialects } from './dialect';
import { FaultQueue } from './faults';
import { createApp, REST_PATH } from './http/app';
import { Journal } from './journal';
import { MCP_PATH, mountTools } from './mcp/mount';
import { mountAuthorization } from './oauth/mount';
import { settingsOf, type ServiceOptions } from './options';
import { allOperations } from './routes';
import { defaultSeed, applySeed } from './seed';
import { WebhookSender } from './webhooks/sender';

export { ServiceClock } from './clock';
export { eventTypes, type EventType } from './core/events';
export type { Effect } from './core/effects';
export type { AccountOutcome } from './core/records';
export { dialects, type Dialect } from './dialect';
export type { Fault, FaultAction, FaultMatcher, FaultQueue } from './faults';
export type { Journal, JournalEntry, JournalFilter } from './journal';
export type { ServiceOptions } from './options';
export { defaultSeed, type Seed, type SeedAccount } from './seed';
export { eventBody, RETRY_DELAYS_MS } from './webhooks/sender';
export { signatureHeader } from './webhooks/signature';

/** A running service, and everything a test needs to control and observe it. */
export interface RunningService
	extends Controls,
		Pick<Service, 'clock' | 'effects' | 'faults' | 'journal' | 'state'> {
	/** Ends in /api/v1. */
	baseUrl: string;
	mcpUrl: string;
	origin: string;
	/** A valid token of the first user. */
	token: string;
	/** Every event that was emitted, in order. */
	events: WebhookSender['events'];
	/** Stops listening, drops open connections and discards scheduled tasks. */
	close(): Promise<void>;
}

/** Starts a new service with its own records. */
export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
	const settings = settingsOf(options);
	const dialect = { ...dialects.first, ...options.dialect };
	const clock = options.clock ?? new ServiceClock();
	const core = {
		settings,
		dialect,
		clock,
		state: new State(settings.hostileIds),
		faults: new FaultQueue(),
		journal: new Journal(),
		effects: [],
		rateLimiter: new RateLimiter(clock, settings.limits),
		idempotency: new IdempotencyStore<Result>(clock),
	};
	const service: Service = { ...core, webhooks: new WebhookSender(core) };
	applySeed(service, options.seed ?? defaultSeed);

	const mounts = [mountTools, mountAuthorization(MCP_PATH)];
	const server = createServer(createApp(service, allOperations(dialect), mounts));
	const { host } = settings;
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(options.port ?? 0, host, resolve);
	});
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('The service has no port');
	const origin = `http://${host}:${address.port}`;
	const controls = createControls(service);
	const { effects, state, faults, journal, webhooks } = service;
	return {
		...controls,
		clock,
		effects,
		faults,
		journal,
		state,
		events: webhooks.events,
		origin,
		baseUrl: `${origin}${REST_PATH}`,
		mcpUrl: `${origin}/mcp`,
		token: controls.createToken({ name: 'Ready token' }),
		async close() {
			clock.stop();
			webhooks.stop();
			await new Promise<void>((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			});
		},
	};
}
