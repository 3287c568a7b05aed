import { randomBytes } from 'node:crypto';

import { notFound } from './errors';
import type {
	Account,
	Brand,
	Credential,
	Destination,
	MediaItem,
	Post,
	User,
	Workspace,
} from './records';
import type { Webhook, WebhookDelivery } from './webhookRecords';

/** All records, in order of creation. */
export class State {
	readonly users = new Map<string, User>();
	readonly credentials = new Map<string, Credential>();
	readonly workspaces = new Map<string, Workspace>();
	readonly brands = new Map<string, Brand>();
	readonly accounts = new Map<string, Account>();
	readonly posts = new Map<string, Post>();
	readonly media = new Map<string, MediaItem>();
	readonly webhooks = new Map<string, Webhook>();
	readonly webhookDeliveries = new Map<string, WebhookDelivery>();
	/** Number of threads published on the short-post platform, by workspace id. */
	readonly shortpostUsed = new Map<string, number>();
	private counter = 0;

	constructor(private readonly hostileIds: boolean) {}

	nextSequence(): number {
		return ++this.counter;
	}

	/** Returns a new opaque id. Hostile ids must be encoded in every part of a URL. */
	newId(kind: string): string {
		const random = randomBytes(9).toString('base64url');
		return this.hostileIds ? `${kind}:${random}/ä b?&#%2F+` : `${kind}_${random}`;
	}

	credentialOf(token: string): Credential | undefined {
		return [...this.credentials.values()].find((credential) => credential.token === token);
	}

	userOf(credential: Credential): User {
		const user = this.users.get(credential.userId);
		if (!user) throw new Error(`Credential ${credential.name} has no user`);
		return user;
	}

	account(workspaceId: string, id: string): Account {
		return inWorkspace(this.accounts.get(id), workspaceId, 'account');
	}

	post(workspaceId: string, id: string): Post {
		return inWorkspace(this.posts.get(id), workspaceId, 'post');
	}

	mediaItem(workspaceId: string, id: string): MediaItem {
		return inWorkspace(this.media.get(id), workspaceId, 'media item');
	}

	/** A webhook belongs to the credential that created it; for others it does not exist. */
	webhook(workspaceId: string, credentialId: string, id: string): Webhook {
		const webhook = inWorkspace(this.webhooks.get(id), workspaceId, 'webhook');
		if (webhook.credentialId !== credentialId) throw notFound('webhook');
		return webhook;
	}

	destination(workspaceId: string, id: string): { post: Post; destination: Destination } {
		for (const post of this.posts.values()) {
			const destination = post.destinations.find((candidate) => candidate.id === id);
			if (destination && post.workspaceId === workspaceId) return { post, destination };
		}
		throw notFound('destination');
	}
}

function inWorkspace<R extends { workspaceId: string }>(
	record: R | undefined,
	workspaceId: string,
	kind: string,
): R {
	if (record?.workspaceId !== workspaceId) throw notFound(kind);
	return record;
}
