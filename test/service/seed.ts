import type { AccountOutcome } from './core/records';
import type { Service } from './core/service';

export interface SeedAccount {
	name: string;
	platform: string;
	/** Name of one of the workspace's brands; omitted for an ungrouped account. */
	brand?: string;
	/** Outcome of deliveries; several outcomes are used in turn. Default: published. */
	outcome?: AccountOutcome | AccountOutcome[];
	connected?: boolean;
	/** The short-post platform's own subscription, which allows longer text. */
	subscription?: { type?: string; error?: string };
	/** Followers on the first day; null if followers are never recorded. Default 1000. */
	followersAtStart?: number | null;
	/** How many times the statistics were refreshed; with 0, every metric is null. Default 1. */
	refreshes?: number;
	/** Why the last refresh failed. */
	statisticsError?: { code: string; message: string };
}

export interface SeedWorkspace {
	name: string;
	brands?: string[];
	accounts?: SeedAccount[];
}

/** The records that exist when the service starts. Names are unique; ids are generated. */
export interface Seed {
	users: Array<{
		name: string;
		planActive?: boolean;
		addOnActive?: boolean;
		workspaces: SeedWorkspace[];
	}>;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Longer than the longest range of follower statistics. */
const CONNECTED_BEFORE_MS = 500 * DAY_MS;

/** Includes an account for every outcome of a delivery. */
export const defaultSeed: Seed = {
	users: [
		{
			name: 'Ada Example',
			workspaces: [
				{
					name: 'Bakery',
					brands: ['Bread', 'Cakes'],
					accounts: [
						{ name: 'Bread on Shortpost', platform: 'shortpost', brand: 'Bread' },
						{ name: 'Bread on Photowall', platform: 'photowall', brand: 'Bread' },
						{
							name: 'Cakes on Shortpost',
							platform: 'shortpost',
							brand: 'Cakes',
							subscription: { type: 'premium' },
						},
						{
							name: 'Cakes on Pagebook',
							platform: 'pagebook',
							brand: 'Cakes',
							followersAtStart: 0,
						},
						{
							name: 'Bakery on Worklink',
							platform: 'worklink',
							refreshes: 0,
							followersAtStart: null,
						},
						{
							name: 'Always fails',
							platform: 'pagebook',
							outcome: {
								status: 'failed',
								error: { code: 'platform_rejected', message: 'The platform rejected the post.' },
							},
							statisticsError: { code: 'provider_unavailable', message: 'The platform was down.' },
						},
						{ name: 'Always blocked', platform: 'pagebook', outcome: { status: 'blocked' } },
						{
							name: 'Always uncertain',
							platform: 'shortpost',
							outcome: { status: 'needs_review' },
						},
						{
							name: 'Slow',
							platform: 'worklink',
							outcome: { status: 'published', delayMs: 30_000 },
						},
					],
				},
				{ name: 'Side project', accounts: [{ name: 'Side on Pagebook', platform: 'pagebook' }] },
			],
		},
		{ name: 'Somebody Else', workspaces: [{ name: 'Foreign' }] },
	],
};

/** Adds all records of a seed. */
export function applySeed(service: Service, seed: Seed): void {
	const { state } = service;
	for (const { name, planActive = true, addOnActive = true, workspaces } of seed.users) {
		const email = `${name.toLowerCase().replace(/\W+/g, '.')}@example.com`;
		const id = state.newId('user');
		state.users.set(id, { id, name, email, planActive, addOnActive });
		for (const workspace of workspaces) addSeedWorkspace(service, id, workspace);
	}
}

function addSeedWorkspace({ clock, state }: Service, userId: string, seed: SeedWorkspace): void {
	const workspaceId = state.newId('workspace');
	const place = () => ({ sequence: state.nextSequence(), workspaceId });
	state.workspaces.set(workspaceId, {
		id: workspaceId,
		sequence: state.nextSequence(),
		name: seed.name,
		userIds: new Set([userId]),
	});
	const brandIds = new Map<string, string>();
	for (const name of seed.brands ?? []) {
		const id = state.newId('brand');
		brandIds.set(name, id);
		state.brands.set(id, { id, name, ...place() });
	}
	for (const account of seed.accounts ?? []) {
		const { brand, name, platform, outcome = { status: 'published' } } = account;
		const { refreshes = 1, subscription, statisticsError, followersAtStart = 1000 } = account;
		const id = state.newId('account');
		const nowMs = clock.now();
		state.accounts.set(id, {
			id,
			...place(),
			brandId: (brand === undefined ? undefined : brandIds.get(brand)) ?? null,
			platform,
			name,
			connected: account.connected ?? true,
			connectedAtMs: nowMs - CONNECTED_BEFORE_MS,
			subscription: {
				type: subscription?.type ?? null,
				checkedAtMs: platform === 'shortpost' ? nowMs : null,
				error: subscription?.error ?? null,
			},
			outcomes: Array.isArray(outcome) ? outcome : [outcome],
			statistics: {
				followersAtStart,
				refreshedAtMs: refreshes > 0 ? nowMs : null,
				refreshRequestedAtMs: null,
				refreshes,
				error: statisticsError ? { ...statisticsError, atMs: nowMs } : null,
			},
		});
	}
}
