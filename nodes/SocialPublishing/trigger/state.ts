import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { isRecord, textOf } from '../shared/json';
import { SeenEvents } from './seenEvents';

/** n8n registers a test webhook beside the production one; neither may touch what belongs to the other. */
export type Slot = 'production' | 'test';

/** Where a webhook of ours is. */
export interface WebhookReference {
	/** The service's id of the webhook. */
	id: string;
	/** `{base_url}` of the credential that made it. */
	baseUrl: string;
	/** Path of its workspace, relative to `{base_url}`. */
	workspacePath: string;
}

/** A webhook that we made at the service. */
export interface Registration extends WebhookReference {
	url: string;
	/** Empty when it was lost. */
	secret: string;
	createdAtMs: number;
	/** Names the workflow that it was made for, and its n8n. Empty where that is not known. */
	owner: string;
}

type Functions = Pick<
	IHookFunctions | IWebhookFunctions,
	'getNode' | 'getWorkflow' | 'getWorkflowStaticData'
>;

/** What this process knows of each trigger, whatever the static data say. */
const remembered = new Map<string, { registration: Registration; seen: SeenEvents }>();

/** Webhooks of tests that could not be deleted yet: n8n forgets what a test has stored when it ends. */
const leftByTests = new Map<string, WebhookReference[]>();

/**
 * What the trigger keeps between calls, in one slot. n8n loads static data with every call, and saves them as a whole
 * after it: of two calls, or of a call and a long execution, the later one takes the other's changes back. So what
 * this process knows counts beside what is stored, and goes into everything that is stored from then on.
 */
export class TriggerState {
	readonly seen: SeenEvents;

	private constructor(
		private readonly functions: Functions,
		private readonly slot: Slot,
		private current: Registration | undefined,
		/** Webhooks of ours that could not be deleted yet. */
		public leftBehind: WebhookReference[],
		stored: IDataObject,
	) {
		const known = remembered.get(memoryKey(functions, slot));
		const isKnown = known !== undefined && known.registration.secret === current?.secret;
		this.seen = isKnown ? known.seen : new SeenEvents();
		this.seen.merge(stored.seen);
		if (current !== undefined) this.remember(current);
	}

	static open(functions: Functions, slot: Slot): TriggerState {
		const stored = storedIn(functions, slot);
		const registration = readRegistration(stored.registration);
		const known = remembered.get(memoryKey(functions, slot))?.registration;
		const isOutdated =
			registration !== undefined &&
			known !== undefined &&
			known.createdAtMs > registration.createdAtMs;
		const leftBehind =
			slot === 'test'
				? (leftByTests.get(memoryKey(functions, slot)) ?? [])
				: readPlaces(stored.leftBehind);
		return new TriggerState(functions, slot, isOutdated ? known : registration, leftBehind, stored);
	}

	get registration(): Registration | undefined {
		return this.current;
	}

	set registration(registration: Registration | undefined) {
		this.current = registration;
		if (registration === undefined) remembered.delete(memoryKey(this.functions, this.slot));
		else this.remember(registration);
	}

	/** Puts everything into the static data, which n8n saves after the call. */
	store(seen: object = this.seen): void {
		const { current: registration, leftBehind } = this;
		if (this.slot === 'test') leftByTests.set(memoryKey(this.functions, this.slot), leftBehind);
		this.functions.getWorkflowStaticData('global')[staticKey(this.functions, this.slot)] = {
			...(registration && { registration: { ...registration } }),
			...(leftBehind.length > 0 && { leftBehind }),
			seen,
		};
	}

	private remember(registration: Registration): void {
		remembered.set(memoryKey(this.functions, this.slot), { registration, seen: this.seen });
	}
}

/**
 * A registration that this process made, although the static data do not hold it: n8n drops them when the activation
 * fails after our part of it.
 */
export function unsavedRegistration(functions: Functions, slot: Slot): Registration | undefined {
	if (readRegistration(storedIn(functions, slot).registration) !== undefined) return undefined;
	return remembered.get(memoryKey(functions, slot))?.registration;
}

function storedIn(functions: Functions, slot: Slot): IDataObject {
	const stored = functions.getWorkflowStaticData('global')[staticKey(functions, slot)];
	return isRecord(stored) ? stored : {};
}

/** By the node's id: n8n's own data of a node are lost when the node gets another name. */
function staticKey(functions: Functions, slot: Slot): string {
	return `socialPublishingTrigger:${functions.getNode().id}:${slot}`;
}

function memoryKey(functions: Functions, slot: Slot): string {
	return `${functions.getWorkflow().id} ${staticKey(functions, slot)}`;
}

function readPlace(stored: unknown): WebhookReference | undefined {
	if (!isRecord(stored)) return undefined;
	const id = textOf(stored.id);
	const baseUrl = textOf(stored.baseUrl);
	const workspacePath = textOf(stored.workspacePath);
	if (id === undefined || baseUrl === undefined || workspacePath === undefined) return undefined;
	return { id, baseUrl, workspacePath };
}

function readPlaces(stored: unknown): WebhookReference[] {
	if (!Array.isArray(stored)) return [];
	return stored.map(readPlace).filter((place) => place !== undefined);
}

function readRegistration(stored: unknown): Registration | undefined {
	const place = readPlace(stored);
	if (place === undefined || !isRecord(stored)) return undefined;
	return {
		...place,
		url: textOf(stored.url) ?? '',
		secret: textOf(stored.secret) ?? '',
		createdAtMs: Number(stored.createdAtMs) || 0,
		owner: textOf(stored.owner) ?? '',
	};
}
