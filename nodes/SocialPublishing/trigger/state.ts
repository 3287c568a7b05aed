import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { isRecord, textOf } from '../shared/json';
import { SeenEvents } from './seenEvents';

/** n8n can register a test webhook in addition to the production webhook. Neither may touch the other's data. */
export type WebhookKind = 'production' | 'test';

/** Where to find a webhook of this trigger at the service. */
export interface WebhookLocation {
	/** The service's ID of the webhook. */
	id: string;
	/** `{base_url}` of the credential that created it. */
	baseUrl: string;
	/** Path of its workspace, relative to `{base_url}`. */
	workspacePath: string;
	/** The address that it was created with. */
	url: string;
	/** The same address as the service lists it; empty if unknown. */
	listedUrl: string;
}

/** A webhook that this trigger has created at the service. */
export interface Registration extends WebhookLocation {
	/** Empty if it was lost. */
	secret: string;
	createdAtMs: number;
	/** Identifies the workflow and the n8n instance that it was created for. */
	owner: string;
}

type Functions = Pick<
	IHookFunctions | IWebhookFunctions,
	'getNode' | 'getWorkflow' | 'getWorkflowStaticData'
>;

interface Memory {
	registration: Registration;
	pendingDeletions: WebhookLocation[];
	seen: SeenEvents;
}

/** The state of each trigger in this process, independent of the static data. */
const remembered = new Map<string, Memory>();

/**
 * Test webhooks that could not be deleted yet.
 *
 * n8n-workaround(2.39.10, n8n/dist/webhooks/test-webhooks.js): n8n discards the static data of a test when it ends.
 */
const pendingTestDeletions = new Map<string, WebhookLocation[]>();

/**
 * What the trigger stores between calls, for one kind of webhook. The state of this process is merged with the one that
 * n8n has stored, and included in everything stored from then on.
 *
 * n8n-workaround(2.39.10, n8n/dist/workflows/workflow-static-data.service.js): n8n loads the static data for each call
 * and saves it as a whole after it, so of two overlapping calls or executions the last one undoes the other's changes.
 */
export class TriggerState {
	readonly seen: SeenEvents;
	/** Webhooks of this trigger that could not, or must not, be deleted yet. */
	pendingDeletions: WebhookLocation[];
	private current: Registration | undefined;

	constructor(
		private readonly functions: Functions,
		private readonly kind: WebhookKind,
	) {
		const stored = storedIn(functions, kind);
		const registration = readRegistration(stored.registration);
		const memory = remembered.get(memoryKey(functions, kind));
		const isOutdated =
			registration !== undefined &&
			memory !== undefined &&
			memory.registration.createdAtMs > registration.createdAtMs;
		this.current = isOutdated ? memory.registration : registration;
		if (kind === 'test')
			this.pendingDeletions = pendingTestDeletions.get(memoryKey(functions, kind)) ?? [];
		else if (isOutdated) this.pendingDeletions = memory.pendingDeletions;
		else this.pendingDeletions = readLocations(stored.pendingDeletions);
		const isSameWebhook = memory?.registration.secret === this.current?.secret;
		this.seen = memory !== undefined && isSameWebhook ? memory.seen : new SeenEvents();
		this.seen.merge(stored.seen);
		if (this.current !== undefined) this.remember(this.current);
	}

	get registration(): Registration | undefined {
		return this.current;
	}

	set registration(registration: Registration | undefined) {
		this.current = registration;
		if (registration === undefined) remembered.delete(memoryKey(this.functions, this.kind));
		else this.remember(registration);
	}

	/** Writes everything to the static data, which n8n saves after the call. */
	store(seen: object = this.seen): void {
		const { current: registration, pendingDeletions } = this;
		if (this.kind === 'test') {
			pendingTestDeletions.set(memoryKey(this.functions, this.kind), pendingDeletions);
		}
		if (registration !== undefined) this.remember(registration);
		this.functions.getWorkflowStaticData('global')[staticKey(this.functions, this.kind)] = {
			...(registration && { registration: { ...registration } }),
			...(pendingDeletions.length > 0 && { pendingDeletions }),
			seen,
		};
	}

	private remember(registration: Registration): void {
		const { pendingDeletions, seen } = this;
		remembered.set(memoryKey(this.functions, this.kind), { registration, pendingDeletions, seen });
	}
}

/**
 * A registration that this process has made but that is missing from the static data.
 *
 * n8n-workaround(2.39.10, n8n/dist/active-workflow-manager.js): n8n does not save the static data when an activation
 * fails, even if the trigger's own part of it has succeeded.
 */
export function unpersistedRegistration(
	functions: Functions,
	kind: WebhookKind,
): Registration | undefined {
	if (readRegistration(storedIn(functions, kind).registration) !== undefined) return undefined;
	return remembered.get(memoryKey(functions, kind))?.registration;
}

function storedIn(functions: Functions, kind: WebhookKind): IDataObject {
	const stored = functions.getWorkflowStaticData('global')[staticKey(functions, kind)];
	return isRecord(stored) ? stored : {};
}

/**
 * Identifies the node by its ID.
 *
 * n8n-workaround(2.39.10, n8n-workflow/dist/cjs/workflow.js): n8n files a node's own static data under its name, so
 * it is lost when the node is renamed.
 */
function staticKey(functions: Functions, kind: WebhookKind): string {
	return `socialPublishingTrigger:${functions.getNode().id}:${kind}`;
}

function memoryKey(functions: Functions, kind: WebhookKind): string {
	return `${functions.getWorkflow().id} ${staticKey(functions, kind)}`;
}

function readLocation(stored: unknown): WebhookLocation | undefined {
	if (!isRecord(stored)) return undefined;
	const id = textOf(stored.id);
	const baseUrl = textOf(stored.baseUrl);
	const workspacePath = textOf(stored.workspacePath);
	const url = textOf(stored.url);
	if (id === undefined || baseUrl === undefined) return undefined;
	if (workspacePath === undefined || url === undefined) return undefined;
	return { id, baseUrl, workspacePath, url, listedUrl: textOf(stored.listedUrl) ?? '' };
}

function readLocations(stored: unknown): WebhookLocation[] {
	if (!Array.isArray(stored)) return [];
	return stored.map(readLocation).filter((location) => location !== undefined);
}

function readRegistration(stored: unknown): Registration | undefined {
	const location = readLocation(stored);
	if (location === undefined || !isRecord(stored)) return undefined;
	const owner = textOf(stored.owner);
	if (owner === undefined) return undefined;
	const createdAtMs = Number(stored.createdAtMs) || 0;
	return { ...location, secret: textOf(stored.secret) ?? '', createdAtMs, owner };
}
