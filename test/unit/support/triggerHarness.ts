import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';

import { SocialPublishingTrigger } from '../../../nodes/SocialPublishing/SocialPublishingTrigger.node';
import { TriggerHost, type TriggerHostOptions, type WebhookCall } from '../../engine';
import { ServiceClock, signatureHeader, type ServiceOptions } from '../../service';
import { captureLog } from './capturedLog';
import { loadInFreshProcess } from './freshProcess';
import { byId } from './nodeHarness';
import { ServiceHarness } from './serviceHarness';

export interface Signing {
	secret?: string;
	/** How many seconds the timestamp is off. */
	off?: number;
	/** The whole header; replaces the signature. */
	header?: string;
	slot?: 'production' | 'test';
	contentType?: string;
}

/** The trigger in n8n's engine, connected to a reference service. Signatures follow the service's clock, too. */
export class TriggerHarness extends ServiceHarness {
	/** What the node has logged since the harness was opened, oldest first. */
	log: string[] = [];
	private readonly hosts: TriggerHost[] = [];

	override async open(options: ServiceOptions = {}): Promise<void> {
		const serviceClock = new ServiceClock({ speed: 0 });
		await super.open({
			clock: serviceClock,
			signatureTimeMs: () => serviceClock.now(),
			...options,
		});
		this.log = captureLog();
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
				// Most tests are about the event as it was sent.
				includeResource: false,
				...parameters,
			},
			credentials: { socialPublishingApi: { baseUrl, apiToken: more.token ?? token } },
			...more,
		});
		this.hosts.push(host);
		return host;
	}

	/** A trigger whose workflow is active. */
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

	/** Sends a request as the service would, apart from what `signing` changes. */
	async send(
		host: TriggerHost,
		body: IDataObject | string | Buffer,
		signing: Signing = {},
	): Promise<WebhookCall> {
		const { secret, off = 0, header, slot, contentType } = signing;
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

	override async close(): Promise<void> {
		await Promise.all(this.hosts.splice(0).map(async (host) => await host.close()));
		await super.close();
	}
}

/** A harness that is opened before each test and closed after it. */
export function useTriggerHarness(options?: ServiceOptions): TriggerHarness {
	const harness = new TriggerHarness();
	beforeEach(async () => await harness.open(options));
	afterEach(async () => await harness.close());
	return harness;
}

let count = 0;

/** An event as the service would send it, with a new ID. */
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

/** Options that start the same workflow again at the same address, as n8n does after a restart. */
export function locationOf(host: TriggerHost): Pick<TriggerHostOptions, 'record' | 'publicOrigin'> {
	return { record: host.record, publicOrigin: originOf(host.webhookUrl()) };
}

/** The trigger as another process loads it, with a memory of its own. */
export async function nodeOfOtherProcess(): Promise<INodeType> {
	return await loadInFreshProcess(async () => {
		const module = await import('../../../nodes/SocialPublishing/SocialPublishingTrigger.node');
		return new module.SocialPublishingTrigger();
	});
}

export function originOf(url = ''): string {
	return new URL(url).origin;
}

/** The IDs of the events that have started the workflow. */
export function startedIds({ started }: TriggerHost): unknown[] {
	return started.map(({ workflowData }) => workflowData[0]?.[0]?.json.id);
}
