import { clock } from '../shared/clock';
import { isRecord, readRecord, textOf } from '../shared/json';
import { decodeAccounts, type ResolvedAccounts } from './chosenAccounts';
import { SeenEvents } from './seenEvents';
import { TriggerData } from './staticData';
import type { TriggerFunctions } from './triggerParameters';

/** n8n can register a test webhook in addition to the production webhook. Neither may touch the other's data. */
export type WebhookKind = 'production' | 'test';

/** A webhook that this trigger has created at the service. */
export interface Registration {
	/** The service's ID of the webhook. */
	id: string;
	/** `{base_url}` of the credential that created it. */
	baseUrl: string;
	/** Path of its workspace, relative to `{base_url}`. */
	workspacePath: string;
	/** The address that it was created with. */
	url: string;
	/** Empty if it was lost. */
	secret: string;
	createdAtMs: number;
}

/** The chosen accounts as of an activation. */
interface Resolution {
	ids: ResolvedAccounts;
	/** When they were resolved, in milliseconds since 1970. */
	atMs: number;
}

interface Memory {
	registration: Registration;
	resolution: Resolution;
	seen: SeenEvents;
}

/** The state of each trigger in this process, independent of the static data. */
const remembered = new Map<string, Memory>();

/**
 * What the trigger stores between calls, for one kind of webhook. The state of this process is merged with the one that
 * n8n has stored, and included in everything stored from then on.
 *
 * n8n-workaround(2.39.10, n8n/dist/workflows/workflow-static-data.service.js): n8n loads the static data for each call
 * and saves it as a whole after it, so of two overlapping calls or executions the last one undoes the other's changes.
 */
export class TriggerState {
	readonly seen: SeenEvents;
	/**
	 * A registration that this process has made but that is missing from the static data.
	 *
	 * n8n-workaround(2.39.10, n8n/dist/active-workflow-manager.js): n8n does not save the static data when an activation
	 * fails, even if the trigger's own part of it has succeeded.
	 */
	readonly unpersisted: Registration | undefined;
	private current: Registration | undefined;
	private ownResolution: Resolution;
	private readonly data: TriggerData;

	constructor(functions: TriggerFunctions, kind: WebhookKind) {
		this.data = new TriggerData(functions, 'socialPublishingTrigger', kind);
		const stored = readRecord(this.data.read());
		this.ownResolution = readResolution(stored.chosenAccounts);
		const registration = readRegistration(stored.registration);
		const memory = remembered.get(this.data.key);
		this.unpersisted = registration === undefined ? memory?.registration : undefined;
		const isOutdated =
			registration !== undefined &&
			memory !== undefined &&
			memory.registration.createdAtMs > registration.createdAtMs;
		this.current = isOutdated ? memory.registration : registration;
		const isSameWebhook = memory?.registration.secret === this.current?.secret;
		this.seen = memory !== undefined && isSameWebhook ? memory.seen : new SeenEvents();
		this.seen.merge(stored.seen);
		if (this.current !== undefined) this.remember(this.current);
	}

	get registration(): Registration | undefined {
		return this.current;
	}

	set registration(registration: Registration | undefined) {
		const { id } = this.current ?? this.unpersisted ?? {};
		this.current = registration;
		if (registration !== undefined) this.remember(registration);
		// Another activation may have registered a new webhook since this call began: that one stays known.
		else if (remembered.get(this.data.key)?.registration.id === id)
			remembered.delete(this.data.key);
	}

	/** What the chosen accounts were resolved to when the workflow was last activated. */
	get chosenAccounts(): ResolvedAccounts {
		return this.resolution.ids;
	}

	set chosenAccounts(ids: ResolvedAccounts) {
		// The latest even if the clock was put back.
		this.ownResolution = { ids, atMs: Math.max(clock.now(), this.resolution.atMs + 1) };
	}

	/** The latest: this call may have begun before the activation. */
	private get resolution(): Resolution {
		const known = remembered.get(this.data.key)?.resolution;
		return known !== undefined && known.atMs > this.ownResolution.atMs ? known : this.ownResolution;
	}

	/** Writes everything to the static data, which n8n saves after the call. */
	store(seen: object = this.seen): void {
		const { current: registration, resolution } = this;
		const ids = Object.fromEntries(resolution.ids);
		if (registration !== undefined) this.remember(registration);
		this.data.write({
			...(registration && { registration: { ...registration } }),
			...(resolution.ids.size > 0 && { chosenAccounts: { ids, atMs: resolution.atMs } }),
			seen,
		});
	}

	private remember(registration: Registration): void {
		const { seen, resolution } = this;
		remembered.set(this.data.key, { registration, seen, resolution });
	}
}

function readResolution(stored: unknown): Resolution {
	const { ids, atMs } = readRecord(stored);
	return { ids: decodeAccounts(ids), atMs: Number(atMs) || 0 };
}

function readRegistration(stored: unknown): Registration | undefined {
	if (!isRecord(stored)) return undefined;
	const id = textOf(stored.id);
	const baseUrl = textOf(stored.baseUrl);
	const workspacePath = textOf(stored.workspacePath);
	const url = textOf(stored.url);
	if (id === undefined || baseUrl === undefined) return undefined;
	if (workspacePath === undefined || url === undefined) return undefined;
	const createdAtMs = Number(stored.createdAtMs) || 0;
	return { id, baseUrl, workspacePath, url, secret: textOf(stored.secret) ?? '', createdAtMs };
}
