import { randomBytes } from 'node:crypto';

import type { EventType } from './core/events';
import type { Account, AccountOutcome, Credential, User } from './core/records';
import type { ServiceEvent } from './core/webhookRecords';
import type { Service } from './core/service';
import { disconnect } from './posts/delivery';

/** Controls for tests and demos: they simulate what account owners and platforms do. */
export interface Controls {
	/** Creates a token for a user (by name; default: the first user). */
	createToken(options?: { name?: string; user?: string; expiresInMs?: number }): string;
	revokeToken(token: string): void;
	/** Revokes the access of connected applications, identified by their registered name. */
	revokeApplication(name: string): void;
	/** Sets the plan and add-on of a user (by name; default: the first user). */
	setEntitlement(change: { planActive?: boolean; addOnActive?: boolean }, user?: string): void;
	/** Grants or revokes a user's access to a workspace (by name). */
	setAccess(workspace: string, allowed: boolean, user?: string): void;
	/** Sets the outcome of the account's next deliveries. Several outcomes are used in turn; the last one stays. */
	setOutcome(account: string, ...outcomes: AccountOutcome[]): void;
	/** Disconnects an account, which emits the event, or restores its connection. */
	setConnected(account: string, connected: boolean): void;
	/** Connects an account anew, which gives it another ID. Posts for the old one are blocked. Returns the new ID. */
	reconnect(accountId: string): string;
	setSubscription(account: string, subscription: { type?: string; error?: string }): void;
	emit(workspaceId: string, type: EventType, data: Record<string, unknown>): ServiceEvent;
	/** These return ids by name and throw if the name does not exist. */
	workspaceId(name?: string): string;
	accountId(name: string): string;
	brandId(name: string): string;
	/** The stored bytes of a media item. */
	mediaBytes(mediaId: string): Buffer | undefined;
	signingSecret(webhookId: string): string | undefined;
}

function named<R extends { name: string }>(records: Map<string, R>, name?: string): R {
	const all = [...records.values()];
	const found = name === undefined ? all[0] : all.find((record) => record.name === name);
	if (!found)
		throw new Error(
			name === undefined ? 'The service has no records' : `The service has nothing named ${name}`,
		);
	return found;
}

export function createControls(service: Service): Controls {
	const { clock, state, webhooks } = service;
	const user = (name?: string): User => named(state.users, name);
	const account = (name: string): Account => named(state.accounts, name);
	return {
		createToken({ name = 'Test token', user: owner, expiresInMs } = {}) {
			const credential: Credential = {
				id: state.newId('credential'),
				name,
				userId: user(owner).id,
				token: `sp_${randomBytes(24).toString('base64url')}`,
				createdAtMs: clock.now(),
				expiresAtMs: expiresInMs === undefined ? null : clock.now() + expiresInMs,
				revoked: false,
			};
			state.credentials.set(credential.id, credential);
			return credential.token;
		},
		revokeToken(token) {
			const credential = state.credentialOf(token);
			if (!credential) throw new Error('There is no such token');
			credential.revoked = true;
		},
		revokeApplication(name) {
			for (const credential of state.credentials.values()) {
				if (credential.name === name) credential.revoked = true;
			}
		},
		setEntitlement: (change, name) => void Object.assign(user(name), change),
		setAccess(workspace, allowed, name) {
			const { userIds } = named(state.workspaces, workspace);
			if (allowed) userIds.add(user(name).id);
			else userIds.delete(user(name).id);
		},
		setOutcome: (name, ...outcomes) => void (account(name).outcomes = outcomes),
		setConnected(name, connected) {
			if (connected) account(name).connected = true;
			else disconnect(service, account(name));
		},
		reconnect(accountId) {
			const old = state.accounts.get(accountId);
			if (!old) throw new Error('There is no such account');
			const id = state.newId('account');
			state.accounts.set(id, { ...old, id, sequence: state.nextSequence() });
			Object.assign(old, { isReplaced: true, connected: false, name: `${old.name}, replaced` });
			return id;
		},
		setSubscription(
			name,
			{ type = null, error = null }: { type?: string | null; error?: string | null },
		) {
			account(name).subscription = { type, error, checkedAtMs: clock.now() };
		},
		emit: (workspaceId, type, data) => webhooks.emit(workspaceId, type, data),
		workspaceId: (name) => named(state.workspaces, name).id,
		accountId: (name) => account(name).id,
		brandId: (name) => named(state.brands, name).id,
		mediaBytes: (mediaId) => state.media.get(mediaId)?.bytes ?? undefined,
		signingSecret: (webhookId) => state.webhooks.get(webhookId)?.signingSecret,
	};
}
