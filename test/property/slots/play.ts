import type { INodeExecutionData } from 'n8n-workflow';

import type { NodeRun } from '../../engine';
import { slotTimes } from '../../../nodes/SocialPublishing/properties/slotTimes';
import { SlotHarness } from '../../unit/actions/post/slots/queue';
import { OtherProcess } from '../../unit/support/otherProcess';
import { ACCOUNTS, WEEKDAYS, type Execution, type Plan } from './plan';

/** A post that waits for its time. */
export interface QueuedPost {
	text: string;
	atMs: number;
	accounts: string[];
}

/** What came of a plan. */
export interface Played {
	/** All slots from the beginning on. */
	slots: number[];
	posts: QueuedPost[];
	/** The texts of all items. */
	items: string[];
	/** The texts of the items that each run has scheduled, if it was not killed, by their accounts and in their order. */
	orders: string[][];
	/** The texts of the posts that runs have moved because they shared their slots. */
	moved: Set<string>;
	/** The texts of the posts whose outputs have said that they share their slots. */
	saidShared: Set<string>;
	/** No slot before that time can have been chosen at the end. */
	soonestMs: number;
	/** Errors of the last runs, in which nothing is disturbed. */
	errors: string[];
	story: string[];
}

/** Other processes are slow to start, one after the other. */
const processes: Array<Promise<OtherProcess>> = [];
let started: Promise<unknown> = Promise.resolve();
let worlds = 0;

function startNext(): Promise<OtherProcess> {
	const process = started.then(async () => await OtherProcess.start());
	started = process;
	return process;
}

export async function play(plan: Plan): Promise<Played> {
	const harness = new SlotHarness();
	await harness.open();
	try {
		return await new Player(harness, plan).play();
	} finally {
		await harness.close();
	}
}

class Player {
	private readonly world = ++worlds;
	/** The items of each workflow: their accounts. */
	private readonly items: number[][] = [[], [], []];
	private readonly orders: string[][] = [];
	private readonly story: string[] = [];
	private readonly saidShared = new Set<string>();
	private freshProcesses = 3;

	constructor(
		private readonly harness: SlotHarness,
		private readonly plan: Plan,
	) {}

	async play(): Promise<Played> {
		const { harness, plan } = this;
		const { clock } = harness.service;
		await clock.advance(Date.parse(plan.start) - clock.now());
		const slots = [...slotTimes({ ...this.timetable(), daysAhead: 100 }, clock.now())];
		for (const { slot, accounts } of plan.byHand) await this.schedule(slots[slot], accounts);
		for (const round of plan.rounds) await this.playRound(round);
		const errors: string[] = [];
		for (const workflow of [0, 1, 2]) {
			const { error } = await this.run({ workflow, newItems: [], process: 0 });
			if (error !== undefined) errors.push(`${error.message} ${error.description}`);
		}
		return {
			...{ slots, errors, orders: this.orders, story: this.story, saidShared: this.saidShared },
			posts: harness.scheduled,
			items: this.items.flatMap((own, workflow) =>
				own.map((_accounts, index) => nameOf(workflow, index)),
			),
			moved: this.moved(),
			soonestMs: clock.now() + 3 * 60_000,
		};
	}

	private moved(): Set<string> {
		const paths = this.harness.journal('reschedule_post').map(({ path }) => path);
		const posts = [...this.harness.service.state.posts.values()];
		const isMoved = (id: string) => paths.some((path) => path.includes(`/${id}/`));
		return new Set(posts.filter(({ id }) => isMoved(id)).map(({ text }) => text));
	}

	private timetable() {
		const { weekdays, times, timezone } = this.plan;
		const slots = weekdays.flatMap((weekday) =>
			times.map((time) => {
				const [hour = 0, minute = 0] = time.split(':').map(Number);
				return { weekday: WEEKDAYS.indexOf(weekday) + 1, hour, minute };
			}),
		);
		return { slots, timezone };
	}

	private async schedule(atMs: number | undefined, accounts: number): Promise<void> {
		const accountIds = (ACCOUNTS[accounts] ?? []).map((name) =>
			this.harness.service.accountId(name),
		);
		const taken = this.harness.scheduled.some(
			(post) => post.atMs === atMs && post.accounts.some((id) => accountIds.includes(id)),
		);
		if (atMs === undefined || taken) return;
		const scheduledAt = new Date(atMs).toISOString();
		const parameters = { text: 'By hand', accountIds, afterCreate: 'schedule', scheduledAt };
		await this.harness.run('post', 'create', parameters);
	}

	private async playRound(round: Execution[]): Promise<void> {
		const before = new Set(this.harness.scheduled.map(({ text }) => text));
		for (const { workflow, newItems } of round) this.items[workflow]?.push(...newItems);
		const ended = await Promise.all(round.map(async (each) => await this.end(each)));
		for (const workflow of ended) {
			if (workflow !== undefined) this.orders.push(...this.newByAccounts(workflow, before));
		}
		this.story.push(`${JSON.stringify(round)} ${JSON.stringify(this.harness.queue)}`);
	}

	/** @returns the workflow, if its run was not killed */
	private async end(execution: Execution): Promise<number | undefined> {
		const { workflow, killAt } = execution;
		if (killAt === undefined) {
			await this.run(execution);
			return workflow;
		}
		// What else the process would run is killed with it.
		const process = await this.process(this.freshProcesses++);
		const { nodeType, killed } = process.killedAt(killAt);
		const run = await Promise.race([this.run(execution, nodeType), killed]);
		return run === undefined ? undefined : workflow;
	}

	private async run(
		{ workflow, process }: Execution,
		nodeType?: OtherProcess['nodeType'],
	): Promise<NodeRun> {
		const own = this.items[workflow] ?? [];
		const input = own.map((accounts, index): INodeExecutionData => {
			const ids = (ACCOUNTS[accounts] ?? []).map((name) => this.harness.service.accountId(name));
			const name = nameOf(workflow, index);
			return { json: { guid: name, title: name, accounts: ids } };
		});
		const { timezone, weekdays, times } = this.plan;
		const parameters = {
			accountIds: '={{ $json.accounts }}',
			idempotency: 'once',
			onceKey: '={{ $json.guid }}',
			timezone,
			slots: { slot: [{ weekdays, times: times.join(', ') }] },
			options: { slotsDaysAhead: 90 },
		};
		const run = await this.harness.post(input, parameters, {
			nodeType: nodeType ?? (await this.process(process)).nodeType,
			workflowId: `slots ${this.world}/${workflow}`,
		});
		for (const { json } of run.items) {
			if (json.slot_shared === true) this.saidShared.add(String(json.text));
		}
		return run;
	}

	private async process(index: number): Promise<OtherProcess> {
		const process = (processes[index] ??= startNext());
		this.harness.useServiceClock((await process).clock);
		return await process;
	}

	private newByAccounts(workflow: number, before: Set<string>): string[][] {
		const own = (this.items[workflow] ?? []).map((accounts, index) => ({
			accounts,
			name: nameOf(workflow, index),
		}));
		const created = own.filter(({ name }) => !before.has(name));
		return ACCOUNTS.map((_names, accounts) =>
			created.filter((each) => each.accounts === accounts).map(({ name }) => name),
		);
	}
}

function nameOf(workflow: number, index: number): string {
	return `${'ABC'[workflow]}${index + 1}`;
}
