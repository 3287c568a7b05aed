import fc from 'fast-check';

import { defaultSeed, type RunningService, type Seed } from '../../service';

/** Something that changes around the workflow: at the service, or its address. */
export interface SurroundingsStep {
	/**
	 * An account gets another name, or another ID because it was connected anew; a brand gets another account; the service moves to
	 * another address.
	 */
	do: 'rename' | 'reconnect' | 'grow' | 'relocate';
	/** The number of the account, or of the brand. */
	which: 0 | 1;
}

export const surroundingsStep = (
	...kinds: Array<SurroundingsStep['do']>
): fc.Arbitrary<SurroundingsStep> =>
	fc.record({ do: fc.constantFrom(...kinds), which: fc.constantFrom(0, 1) });

/** Added to the number of an item in the second workspace, where it is another item. */
export const ELSEWHERE = 100;

/** The workspaces, with the accounts that items can have. */
const WORKSPACES = [
	{ name: 'Bakery', accounts: ['Bread on Shortpost', 'Cakes on Pagebook'] },
	{ name: 'Side project', accounts: ['News on Shortpost', 'Views on Pagebook'] },
];
const BRANDS = ['Bread', 'Cakes'];
/** They join the brands, in this order. */
const NEWCOMERS = ['Rolls on Pagebook', 'Pies on Shortpost'];
const ACCOUNTS_REMEMBERED_MS = 5 * 60_000;
const FAILING_ACCOUNT = 'Always fails';

const account = (name: string, brand?: string) => ({
	...{ name, platform: name.endsWith('Shortpost') ? 'shortpost' : 'pagebook' },
	...(brand !== undefined && { brand }),
});

const failing = defaultSeed.users
	.flatMap(({ workspaces }) => workspaces)
	.flatMap(({ accounts = [] }) => accounts)
	.filter(({ name }) => name === FAILING_ACCOUNT);

const [bakery = [], side = []] = WORKSPACES.map(({ accounts }) => accounts);

export const seed: Seed = {
	users: [
		{
			name: 'Ada Example',
			workspaces: [
				{
					name: 'Bakery',
					brands: BRANDS,
					accounts: [
						...bakery.map((name, index) => account(name, BRANDS[index])),
						...NEWCOMERS.map((name) => account(name)),
						...failing,
					],
				},
				{ name: 'Side project', accounts: side.map((name) => account(name)) },
			],
		},
	],
};

/** The workspaces and accounts of a service, and what becomes of them. */
export class Surroundings {
	readonly failingAccountId: string;
	private readonly accountIds: string[][];
	private readonly newcomerIds: string[];
	private readonly renewed = new Map<string, string>();
	private hasMoved = false;

	constructor(private readonly service: RunningService) {
		this.accountIds = WORKSPACES.map(({ accounts }) =>
			accounts.map((name) => service.accountId(name)),
		);
		this.newcomerIds = NEWCOMERS.map((name) => service.accountId(name));
		this.failingAccountId = service.accountId(FAILING_ACCOUNT);
	}

	/** @param item the number of an item */
	workspaceIdOf(item: number): string {
		return this.service.workspaceId(WORKSPACES[placeOf(item)]?.name);
	}

	/** The ID of an account in the workspace of an item. */
	accountId(item: number, which: 0 | 1): string {
		return this.accountIds[placeOf(item)]?.[which] ?? '';
	}

	otherAccount(id: string): string {
		const ids = this.accountIds.find((each) => each.includes(id)) ?? [];
		return ids.find((each) => each !== id) ?? id;
	}

	/** The name of an account, or its ID where the account has been replaced. */
	nameOf(id: string): string {
		return this.service.state.accounts.get(id)?.name ?? id;
	}

	brandId(which: 0 | 1): string {
		return this.service.brandId(BRANDS[which] ?? '');
	}

	/** The accounts of a brand, as the service lists them. */
	accountsOfBrand(which: 0 | 1): string[] {
		const brandId = this.brandId(which);
		return [...this.service.state.accounts.values()]
			.filter((each) => each.brandId === brandId && !each.isReplaced)
			.map(({ id }) => id);
	}

	/** The ID that an account has by now. */
	currentId(id: string): string {
		const next = this.renewed.get(id);
		return next === undefined ? id : this.currentId(next);
	}

	/** The address of the service's interface. */
	get baseUrl(): string {
		const { baseUrl } = this.service;
		return this.hasMoved ? baseUrl.replace('127.0.0.1', 'localhost') : baseUrl;
	}

	/**
	 * The node finds it when it next reads the accounts, which it remembers for five minutes.
	 *
	 * @param item in whose workspace it happens
	 */
	async change({ do: what, which }: SurroundingsStep, item = 0): Promise<void> {
		await this.service.clock.advance(ACCOUNTS_REMEMBERED_MS);
		const id = this.accountId(item, which);
		const { accounts } = this.service.state;
		const found = accounts.get(id);
		switch (what) {
			case 'rename':
				if (found) found.name = `${found.name} again`;
				break;
			case 'reconnect': {
				const ids = this.accountIds[placeOf(item)] ?? [];
				const next = this.service.reconnect(id);
				this.renewed.set(id, next);
				ids[which] = next;
				break;
			}
			case 'grow': {
				const newcomer = accounts.get(this.newcomerIds[which] ?? '');
				if (newcomer) newcomer.brandId = this.brandId(which);
				break;
			}
			case 'relocate':
				this.hasMoved = !this.hasMoved;
		}
	}
}

function placeOf(item: number): 0 | 1 {
	return item < ELSEWHERE ? 0 : 1;
}
