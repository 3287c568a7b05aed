import { Ledger } from '../../../nodes/SocialPublishing/commands/ledger';
import type {
	BatchSizes,
	KeyState,
	ProcessedItems,
} from '../../../nodes/SocialPublishing/commands/ledgerStore';
import { VirtualTime } from '../transport/virtualTime';

const HOUR_MS = 3_600_000;
const KEY_LIFETIME_MS = 24 * HOUR_MS;
/** Reading entries takes four steps, from adding their names to removing them: less than the pause before settling. */
const LONGEST_STEP_MS = 240;
const STALL_MS = 5_000;
/** As with thousands of keys: each key is settled as soon as it is written, and each call has one entry. */
const MANY_KEYS: BatchSizes = { read: 1, added: 1, removed: 1, settled: 1 };

/** What happens to one process. */
export interface Fate {
	/** The step at which it is killed, counted from 1; the process lives on if it has fewer steps. */
	killedAt?: number;
	/** The step from which on it stalls once for seconds, as soon as it is not within a call of the store. */
	stalledAt?: number;
	/** How long each of its steps takes, as parts of the longest one; they repeat. */
	pace?: number[];
	/** When it starts. */
	startMs?: number;
	/** Whether it treats its keys as if there were thousands. */
	hasMany?: boolean;
	/** Its keys, if they differ from those of the other processes. */
	keys?: string[];
	/** Keys that the service refuses. */
	refused?: string[];
	/** Keys whose posts are created, but whose responses are lost. */
	unanswered?: string[];
}

type Step = (isWithinCall?: boolean) => Promise<void>;

/** Processes that post the same keys, a service that knows an idempotency key for a day, and a store without a lock. */
export class PostingWorld {
	readonly time = new VirtualTime();
	names: string[] = [];

	/** When each post was created, by key. */
	private readonly posts = new Map<string, number[]>();
	private processes = 0;

	constructor() {
		this.time.install();
	}

	/** How often each key has been posted. */
	countOf(key: string): number {
		return this.posts.get(key)?.length ?? 0;
	}

	passHours(hours: number): void {
		this.time.nowMs += hours * HOUR_MS;
	}

	/** Runs processes at the same time, until each has ended or was killed. */
	async run(keys: string[], ...fates: Fate[]): Promise<void> {
		const work = Promise.all(
			fates.map(async (fate) => await this.runProcess(fate.keys ?? keys, fate)),
		);
		await this.time.until(work);
	}

	private async runProcess(keys: string[], fate: Fate): Promise<void> {
		const { pace = [0.1], killedAt, startMs = 0, hasMany = false } = fate;
		let { stalledAt = Infinity } = fate;
		let steps = 0;
		const step: Step = async (isWithinCall = false) => {
			steps++;
			const part = pace[steps % pace.length] ?? 0;
			await this.time.sleep(1 + part * LONGEST_STEP_MS);
			if (steps >= stalledAt && !isWithinCall) {
				stalledAt = Infinity;
				await this.time.sleep(STALL_MS);
			}
			if (steps === killedAt) throw new Killed();
		};
		await this.time.sleep(startMs);
		const sizes = hasMany ? MANY_KEYS : undefined;
		const store = new SlowStore(this, step);
		const ledger = new Ledger(store, `process ${++this.processes}`, sizes);
		await this.postAll(ledger, keys, fate, step).catch((error: unknown) => {
			if (!(error instanceof Killed)) throw error;
		});
	}

	/** What the node does, without the service's own troubles. */
	private async postAll(
		ledger: Ledger,
		keys: string[],
		{ refused = [], unanswered = [] }: Fate,
		step: Step,
	): Promise<void> {
		const states = await ledger.read(keys);
		for (const key of keys) {
			if (states.get(key) === 'done') continue;
			if (!(await this.isFound(ledger, key, states.get(key)))) {
				await ledger.begin(key, [`sent:${key}`]);
				await step();
				if (refused.includes(key)) {
					ledger.erase(key);
					continue;
				}
				this.create(key);
				await step();
				if (unanswered.includes(key)) continue;
				await ledger.advance(key, 'created', { details: [`post:${key}`] });
				await step();
			}
			await ledger.finish(key, key);
		}
		await ledger.settle();
	}

	/** Whether the ledger has the post of a key or, if that could not be added, its content. */
	private async isFound(ledger: Ledger, key: string, state?: KeyState): Promise<boolean> {
		if (state === 'new') return false;
		const kind = state === 'created' ? 'post' : 'sent';
		const details = [...this.posts.keys()].map((post) => `${kind}:${post}`);
		const recorded = await ledger.readDetails(key, details);
		return recorded.has(`${kind}:${key}`) && this.countOf(key) > 0;
	}

	private create(key: string): void {
		const times = this.posts.get(key) ?? [];
		const { nowMs } = this.time;
		const isKnown = times.some((atMs) => nowMs - atMs < KEY_LIFETIME_MS);
		if (!isKnown) this.posts.set(key, [...times, nowMs]);
	}
}

class Killed extends Error {}

/** Each call reads the names, takes its time, and writes them. */
class SlowStore implements ProcessedItems {
	private isDead = false;

	constructor(
		private readonly world: PostingWorld,
		private readonly step: Step,
	) {}

	async add(names: string[]): Promise<ReadonlySet<string>> {
		if (names.length === 0) return new Set();
		const before = await this.change((stored) => [...new Set([...stored, ...names])]);
		return new Set(names.filter((name) => before.includes(name)));
	}

	async remove(names: string[]): Promise<void> {
		if (names.length === 0) return;
		await this.change((stored) => stored.filter((name) => !names.includes(name)));
	}

	private async change(change: (stored: string[]) => string[]): Promise<string[]> {
		// A killed process does not try again.
		if (this.isDead) throw new Killed();
		this.isDead = true;
		await this.step(true);
		const read = this.world.names;
		await this.step(true);
		this.world.names = change(read);
		await this.step();
		this.isDead = false;
		return read;
	}
}
