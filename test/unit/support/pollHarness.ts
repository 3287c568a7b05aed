import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { SocialPublishingPollTrigger } from '../../../nodes/SocialPublishing/SocialPublishingPollTrigger.node';
import {
	pollers,
	decodeState,
	type PollState,
} from '../../../nodes/SocialPublishing/trigger/poll/poller';
import { PollHost, runNode, type NodeRun, type PollHostOptions } from '../../engine';
import type { ServiceOptions } from '../../service';
import { captureLog } from './capturedLog';
import { byId } from './nodeHarness';
import { ServiceHarness } from './serviceHarness';

/** The events in which a post and its deliveries end. */
export const FINAL_EVENTS = [
	'post.published',
	'post.partial',
	'post.failed',
	'delivery.published',
	'delivery.failed',
	'delivery.blocked',
	'delivery.needs_review',
];

/** The polling trigger in n8n's engine, connected to a reference service. */
export class PollHarness extends ServiceHarness {
	/** What the node has logged since the harness was opened, oldest first. */
	log: string[] = [];

	override async open(options: ServiceOptions = {}): Promise<void> {
		await super.open(options);
		this.log = captureLog();
	}

	private options(parameters: INodeParameters) {
		const { baseUrl, token } = this.service;
		return {
			nodeType: new SocialPublishingPollTrigger(),
			// Tests of one file share the process, but not the workflow.
			workflowId: expect.getState().currentTestName,
			parameters: {
				workspaceId: byId(this.workspaceId),
				events: FINAL_EVENTS,
				// Most tests are about the event itself.
				includeResource: false,
				...parameters,
			},
			credentials: { socialPublishingApi: { baseUrl, apiToken: token } },
		};
	}

	/** A trigger whose workflow is not active yet. */
	host(parameters: INodeParameters = {}, more: Partial<PollHostOptions> = {}): PollHost {
		return new PollHost({ ...this.options(parameters), ...more });
	}

	/** A trigger whose workflow is active. */
	async activated(
		parameters: INodeParameters = {},
		more: Partial<PollHostOptions> = {},
	): Promise<PollHost> {
		const host = this.host(parameters, more);
		await host.activate();
		return host;
	}

	/** Ends n8n's process, and starts another one with the same database. */
	async restarted(
		before: PollHost,
		parameters: INodeParameters = {},
		more: Partial<PollHostOptions> = {},
	): Promise<PollHost> {
		before.kill9();
		pollers.clear();
		const host = this.host(parameters, { record: before.record, ...more });
		await host.activate('init');
		return host;
	}

	/** "Fetch Test Event" in the editor. */
	async fetchTestEvent(parameters: INodeParameters = {}): Promise<NodeRun> {
		return await runNode(this.options(parameters));
	}

	/** A command or read request, as the service's own clients send it. Returns `data` of the response. */
	async request(method: string, path: string, body?: IDataObject): Promise<IDataObject> {
		const { baseUrl, token } = this.service;
		const workspace = `${baseUrl}/workspaces/${encodeURIComponent(this.workspaceId)}`;
		const read = async () =>
			await fetch(`${workspace}${path.replace(/\/[a-z]+$/, '')}`, {
				headers: { Authorization: `Bearer ${token}` },
			});
		const needsRevision = method === 'PATCH' || /^\/posts\/.+\/(publish|schedule)$/.test(path);
		const etag = needsRevision ? ((await read()).headers.get('etag') ?? '') : '';
		const response = await fetch(`${workspace}${path}`, {
			method,
			headers: {
				Authorization: `Bearer ${token}`,
				'Content-Type': 'application/json',
				'Idempotency-Key': String(Math.random()),
				...(etag !== '' && { 'If-Match': etag }),
			},
			body: body && JSON.stringify(body),
		});
		const { data, error } = (await response.json()) as { data: IDataObject; error?: unknown };
		if (error !== undefined) throw new Error(JSON.stringify(error));
		return data;
	}

	/** Creates a draft for the accounts with these names. Returns its ID. */
	async draft(text: string, ...accounts: string[]): Promise<string> {
		const destinations = accounts.map((name) => ({ account_id: this.service.accountId(name) }));
		return String((await this.request('POST', '/posts', { text, destinations })).id);
	}

	/** Publishes a new post to accounts of these names, and waits until its deliveries have ended. */
	async published(text: string, ...accounts: string[]): Promise<string> {
		const id = await this.draft(text, ...accounts);
		await this.publish(id);
		return id;
	}

	async publish(id: string): Promise<void> {
		await this.request('POST', `/posts/${id}/publish`, {});
		await this.service.clock.advance(1_000);
	}
}

/** A harness that is opened before each test and closed after it. */
export function usePollHarness(options?: ServiceOptions): PollHarness {
	const harness = new PollHarness();
	beforeEach(async () => await harness.open(options));
	afterEach(async () => await harness.close());
	return harness;
}

/** The events that a host has started executions with, oldest first; without the copies that the node dropped. */
export function eventsOf(...hosts: PollHost[]): IDataObject[] {
	return hosts.flatMap(({ executions }) =>
		executions.flatMap(({ items }) => items.map(({ json }) => json)),
	);
}

export function typesOf(...hosts: PollHost[]): string[] {
	return eventsOf(...hosts).map(({ type }) => String(type));
}

/** What n8n has stored of the polling trigger. */
export function storedState({ record }: PollHost): PollState {
	const [stored] = Object.values(Object(record.staticData.global));
	return decodeState(stored, JSON.parse(String(stored)).scope);
}
