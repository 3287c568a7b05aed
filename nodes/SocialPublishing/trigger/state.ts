import { clock } from '../shared/clock';
import { readRecord } from '../shared/json';
import { SeenEvents } from './seenEvents';
import { TriggerData } from './staticData';
import type { ChosenAccounts, TriggerFunctions } from './triggerParameters';

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
	/** Empty if it was lost, or if the service may still delete the webhook: then another one must take its place. */
	secret: string;
}

/** What activations have set up. */
interface Setup {
	registration?: Registration | undefined;
	accounts?: ChosenAccounts | undefined;
	/** In milliseconds since 1970. */
	changedAtMs: number;
}

interface Memory {
	setup: Setup;
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
	 * Whether the static data lacks the registration that this process has made.
	 *
	 * n8n-workaround(2.39.10, n8n/dist/active-workflow-manager.js): n8n does not save the static data when an activation
	 * fails, even if the trigger's own part of it has succeeded.
	 */
	readonly isUnsaved: boolean;
	/** Whether the service has shown, in this call, that the webhook does not work as it is. */
	isUnfit = false;
	private readonly stored: Setup;
	private readonly data: TriggerData;

	/** @param ownUrl the address of this n8n; if it is stated, a webhook at another address is not the trigger's own */
	constructor(
		functions: TriggerFunctions,
		readonly kind: WebhookKind,
		private readonly ownUrl?: string,
	) {
		this.data = new TriggerData(functions, 'socialPublishingTrigger', kind);
		const { setup, seen } = readRecord(this.data.read());
		this.stored = typeof setup === 'string' ? JSON.parse(setup) : { changedAtMs: 0 };
		const { registration } = this.setup;
		this.isUnsaved = this.isOwn(registration) && !this.isOwn(this.stored.registration);
		const memory = remembered.get(this.data.key);
		const isSameWebhook = memory?.setup.registration?.secret === registration?.secret;
		this.seen = memory !== undefined && isSameWebhook ? memory.seen : new SeenEvents();
		this.seen.merge(seen);
		this.remember(this.setup);
	}

	get registration(): Registration | undefined {
		const { registration } = this.setup;
		return this.isOwn(registration) ? registration : undefined;
	}

	set registration(registration: Registration) {
		this.change({ registration });
	}

	/**
	 * The webhook that was registered with another address: n8n has moved or does not know its address, or this is a copy of a
	 * workflow or database whose original still needs that webhook. It stays registered until another one takes its place.
	 */
	get foreignRegistration(): Registration | undefined {
		const { registration } = this.setup;
		return this.isOwn(registration) ? undefined : registration;
	}

	/** Forgets a webhook. Another activation may have registered a new one since this call began: that one stays. */
	forget({ id }: Registration): void {
		if (this.registration?.id === id) this.change({ registration: undefined });
	}

	/** As `forget`, but the next activation deletes the webhook. */
	forgetSecret({ id }: Registration): void {
		const { registration } = this;
		if (registration?.id === id) this.change({ registration: { ...registration, secret: '' } });
	}

	/** The chosen accounts, as they were looked up when the workflow was last activated. */
	get accounts(): ChosenAccounts | undefined {
		return this.setup.accounts;
	}

	set accounts(accounts: ChosenAccounts) {
		this.change({ accounts });
	}

	/** Writes everything to the static data, which n8n saves after the call. */
	store(seen: object = this.seen): void {
		this.data.write({ setup: JSON.stringify(this.setup), seen });
	}

	private isOwn(registration: Registration | undefined): boolean {
		return registration !== undefined && registration.url === (this.ownUrl ?? registration.url);
	}

	/** The latest: another call may have changed it since this one began. */
	private get setup(): Setup {
		const known = remembered.get(this.data.key)?.setup;
		return known !== undefined && known.changedAtMs > this.stored.changedAtMs ? known : this.stored;
	}

	private change(change: Partial<Setup>): void {
		// The latest even if the clock was put back.
		const changedAtMs = Math.max(clock.now(), this.setup.changedAtMs + 1);
		this.remember({ ...this.setup, ...change, changedAtMs });
	}

	private remember(setup: Setup): void {
		remembered.set(this.data.key, { setup, seen: this.seen });
	}
}
