import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { SocialPublishingTrigger } from '../../../nodes/SocialPublishing/SocialPublishingTrigger.node';
import { clock } from '../../../nodes/SocialPublishing/shared/clock';
import { TriggerHost, type TriggerHostOptions, type WebhookCall } from '../../engine';
import {
	ServiceClock,
	signatureHeader,
	startService,
	type RunningService,
	type ServiceOptions,
} from '../../service';
import { byId } from './nodeHarness';

export interface Signing {
	secret?: string;
	/** Seconds that the timestamp is off. */
	off?: number;
	/** The whole header, instead. */
	header?: string;
	slot?: 'production' | 'test';
	contentType?: string;
}

/** The trigger in n8n's engine beside a running reference service; both live by the service's clock. */
export class Station {
	/** What the node has logged, oldest first. */
	readonly log: string[] = [];
	private readonly hosts: TriggerHost[] = [];

	private constructor(readonly service: RunningService) {}

	static async open(options: ServiceOptions = {}): Promise<Station> {
		const serviceClock = new ServiceClock();
		const service = await startService({
			allowLoopbackWebhooks: true,
			clock: serviceClock,
			signatureTimeMs: () => serviceClock.now(),
			limits: { credentialPerMinute: 10_000, userPerMinute: 10_000 },
			...options,
		});
		const station = new Station(service);
		jest.spyOn(clock, 'now').mockImplementation(() => serviceClock.now());
		jest.spyOn(clock, 'wait').mockImplementation(async (durationMs, signal) => {
			signal?.throwIfAborted();
			await serviceClock.advance(durationMs);
		});
		const logger = Container.get(Logger);
		for (const level of ['info', 'warn', 'error'] as const) {
			jest
				.spyOn(logger, level)
				.mockImplementation((...[message]) => void station.log.push(`${level}: ${message}`));
		}
		return station;
	}

	get workspaceId(): string {
		return this.service.workspaceId('Bakery');
	}

	async start(
		parameters: INodeParameters = {},
		more: Partial<TriggerHostOptions> & { token?: string } = {},
	): Promise<TriggerHost> {
		const { baseUrl, token } = this.service;
		const host = await TriggerHost.start({
			nodeType: new SocialPublishingTrigger(),
			// Tests of one file share the process, but not the workflow.
			workflowId: expect.getState().currentTestName,
			parameters: {
				workspaceId: byId(this.workspaceId),
				events: ['post.published', 'delivery.failed', 'media.ready'],
				...parameters,
			},
			credentials: { socialPublishingApi: { baseUrl, apiToken: more.token ?? token } },
			...more,
		});
		this.hosts.push(host);
		return host;
	}

	/** The trigger, switched on. */
	async activated(
		parameters: INodeParameters = {},
		more: Partial<TriggerHostOptions> & { token?: string } = {},
	): Promise<TriggerHost> {
		const host = await this.start(parameters, more);
		await host.activate();
		return host;
	}

	/** The webhooks at the service, oldest first. */
	get webhooks() {
		return [...this.service.state.webhooks.values()];
	}

	get webhookIds(): string[] {
		return this.webhooks.map(({ id }) => id);
	}

	get secret(): string {
		const [webhook] = this.webhooks;
		if (webhook === undefined) throw new Error('There is no webhook');
		return webhook.signingSecret;
	}

	/** Sends a request as the service would, or not quite. */
	async send(
		host: TriggerHost,
		body: IDataObject | string | Buffer,
		{ secret, off = 0, header, slot, contentType }: Signing = {},
	): Promise<WebhookCall> {
		const bytes = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
		const seconds = Math.floor(this.service.clock.now() / 1_000) + off;
		const signature = header ?? signatureHeader(secret ?? this.secret, seconds, String(bytes));
		return await host.send({
			body: bytes,
			slot,
			headers: {
				...(signature !== '' && { 'Service-Signature': signature }),
				...(contentType !== undefined && { 'Content-Type': contentType }),
			},
		});
	}

	/** Names of the operations that the service was asked for since the last call. */
	requests(): string[] {
		const names = this.service.journal
			.find({ after: this.journalled })
			.map(({ operation, path }) => operation ?? path);
		this.journalled = this.service.journal.entries.at(-1)?.sequence ?? this.journalled;
		return names;
	}

	private journalled = 0;

	async close(): Promise<void> {
		await Promise.all(this.hosts.splice(0).map(async (host) => await host.close()));
		jest.restoreAllMocks();
		await this.service.close();
	}
}

let count = 0;

/** An event as the service would send it, with an id of its own. */
export function event(change: IDataObject = {}): IDataObject {
	count += 1;
	return {
		id: `evt_${count}`,
		type: 'post.published',
		workspace_id: 'ws_1',
		created_at: '2026-01-01T00:00:00.000Z',
		data: { post_id: 'post_1', status: 'published' },
		...change,
	};
}

export function originOf(url = ''): string {
	return new URL(url).origin;
}
