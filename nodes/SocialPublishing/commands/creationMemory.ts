import type { NewWebhook } from '../api/webhooks';
import { isRecord } from '../shared/json';
import { deleteEntry, readEntry, writeEntry } from './journal';
import type { ExecutionScope } from './key';
import { ProcessMemory } from './processMemory';

/** Creations that were sent, and may have left a webhook whose secret is lost. */
export interface OpenCreations {
	/** The IDs that existed before the first of them. */
	existing: unknown[];
	/** Their bodies. Each may have left a webhook; a user may have changed the events in between. */
	bodies: NewWebhook[];
}

const openCreations = new ProcessMemory<OpenCreations>();

function readOpenCreations(stored: unknown): OpenCreations | undefined {
	if (!isRecord(stored) || !Array.isArray(stored.existing)) return undefined;
	return { existing: stored.existing, bodies: [stored.bodies].flat().filter(isNewWebhook) };
}

function isNewWebhook(stored: unknown): stored is NewWebhook {
	return isRecord(stored) && typeof stored.url === 'string' && Array.isArray(stored.events);
}

/** Remembers the open creations of a webhook, in this process and in the journal of the item, if there is one. */
export class CreationMemory {
	constructor(
		private readonly identity: string,
		private readonly scope: ExecutionScope | undefined,
	) {}

	recall(): OpenCreations | undefined {
		const { identity, scope } = this;
		const own = scope && readOpenCreations(readEntry(scope, this.nameInJournal));
		return openCreations.recall(identity) ?? own;
	}

	replace(open: OpenCreations | undefined): void {
		const { identity, scope, nameInJournal } = this;
		if (open === undefined) {
			openCreations.forget(identity);
			if (scope !== undefined) deleteEntry(scope, nameInJournal);
			return;
		}
		openCreations.remember(identity, open);
		const { existing, bodies } = open;
		if (scope !== undefined) writeEntry(scope, nameInJournal, { existing, bodies, isOpen: true });
	}

	private get nameInJournal(): string[] {
		return ['open webhook creation', this.identity];
	}
}
