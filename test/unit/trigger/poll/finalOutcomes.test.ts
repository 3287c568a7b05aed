import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { SocialPublishingPollTrigger } from '../../../../nodes/SocialPublishing/SocialPublishingPollTrigger.node';
import { clock } from '../../../../nodes/SocialPublishing/shared/clock';
import { watches } from '../../../../nodes/SocialPublishing/trigger/poll/watch';
import { PollHost, type EmitFault } from '../../../engine';
import { ChangingPosts, FINAL_DELIVERIES, type PostDialect } from '../../support/changingPosts';
import { byId } from '../../support/nodeHarness';
import { eventsOf, FINAL_EVENTS } from '../../support/pollHarness';

/** What happens between two polls, and what goes wrong while one runs. */
type Step =
	| { do: 'create'; deliveries: number }
	| { do: 'move'; post: number; delivery: number; status: string }
	| { do: 'poll' }
	| { do: 'polls at once' }
	| { do: 'restart' }
	| { do: 'cut answers'; count: number }
	| { do: 'fault'; fault: EmitFault };

const status = fc.constantFrom('publishing', ...FINAL_DELIVERIES);
const step: fc.Arbitrary<Step> = fc.oneof(
	{
		weight: 3,
		arbitrary: fc.record({ do: fc.constant('create'), deliveries: fc.integer({ min: 1, max: 3 }) }),
	},
	{
		weight: 8,
		arbitrary: fc.record({
			do: fc.constant('move'),
			post: fc.nat(30),
			delivery: fc.nat(2),
			status,
		}),
	},
	{ weight: 5, arbitrary: fc.constant<Step>({ do: 'poll' }) },
	{ weight: 1, arbitrary: fc.constant<Step>({ do: 'polls at once' }) },
	{ weight: 1, arbitrary: fc.constant<Step>({ do: 'restart' }) },
	{
		weight: 1,
		arbitrary: fc.record({
			do: fc.constant('cut answers'),
			count: fc.integer({ min: 1, max: 20 }),
		}),
	},
	{
		weight: 3,
		arbitrary: fc.record({
			do: fc.constant('fault'),
			fault: fc.constantFrom<EmitFault>(
				'killBeforeSave',
				'killBeforeStart',
				'killDuringRun',
				'killAfterRun',
				'loseSave',
				'failStart',
			),
		}),
	},
) as fc.Arbitrary<Step>;

const dialect: fc.Arbitrary<PostDialect> = fc.record({
	tellsStatus: fc.boolean(),
	tellsTimes: fc.boolean(),
	numericIds: fc.boolean(),
	shuffles: fc.boolean(),
	pageSize: fc.constantFrom(1, 3, 100),
});

const schedule = fc.record({
	dialect,
	postsBefore: fc.nat(4),
	/** Whether another node of the workflow changes the static data in each execution. */
	hasNeighbor: fc.boolean(),
	steps: fc.array(step, { minLength: 5, maxLength: 40 }),
	seed: fc.integer({ min: 1, max: 1_000_000 }),
});

let runs = 0;

/** One n8n and one service, through a schedule. */
class Simulation {
	readonly service: ChangingPosts;
	readonly hosts: PollHost[] = [];
	faults: EmitFault[] = [];
	/** What the deliveries showed when the workflow was activated. */
	atFirst = new Set<string>();
	kills = 0;
	private readonly workflowId = `property-${++runs}`;

	constructor(private readonly plan: typeof schedule extends fc.Arbitrary<infer T> ? T : never) {
		let state = plan.seed;
		const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
		this.service = new ChangingPosts(plan.dialect, random);
	}

	get host(): PollHost {
		const host = this.hosts.at(-1);
		if (host === undefined) throw new Error('n8n has not been started');
		return host;
	}

	async run(): Promise<void> {
		await this.service.open();
		try {
			for (let count = 0; count < this.plan.postsBefore; count++) {
				const post = this.service.add(2, Date.now() - 90 * 86_400_000);
				this.service.move(post, 0, 'failed');
			}
			this.atFirst = new Set(this.service.visibleOutcomes());
			await this.start('activate');
			for (const each of this.plan.steps) {
				await this.take(each);
				// Whoever runs n8n starts it again.
				if (!this.host.isRunning) await this.restart();
			}
			this.faults = [];
			this.service.cutAnswers = 0;
			for (let count = 0; count < 3; count++) await this.host.poll();
			await this.host.settled();
		} finally {
			await this.service.close();
		}
	}

	private async take(each: Step): Promise<void> {
		const { posts } = this.service;
		if (each.do === 'create') this.service.add(each.deliveries, Date.now());
		if (each.do === 'move') {
			const post = posts[each.post % Math.max(1, posts.length)];
			if (post) this.service.move(post, each.delivery, each.status);
		}
		if (each.do === 'poll') await this.host.poll();
		if (each.do === 'polls at once') await Promise.all([this.host.poll(), this.host.poll()]);
		if (each.do === 'cut answers') this.service.cutAnswers = each.count;
		if (each.do === 'fault') this.faults.push(each.fault);
		if (each.do === 'restart') {
			await this.host.settled();
			this.host.kill9();
		}
	}

	private async restart(): Promise<void> {
		this.kills++;
		watches.clear();
		this.service.cutAnswers = 0;
		await this.start('init');
		if (!this.host.isRunning) await this.restart();
	}

	private async start(mode: 'activate' | 'init'): Promise<void> {
		const host = new PollHost({
			nodeType: new SocialPublishingPollTrigger(),
			workflowId: this.workflowId,
			parameters: { workspaceId: byId('w'), events: FINAL_EVENTS },
			credentials: {
				socialPublishingApi: { baseUrl: this.service.baseUrl, apiToken: this.workflowId },
			},
			record: this.hosts[0]?.record,
			nextFault: () => this.faults.shift(),
			...(this.plan.hasNeighbor && {
				changeStaticData: (staticData) => void (staticData.neighbor = Math.random()),
			}),
		});
		this.hosts.push(host);
		await host.activate(mode);
	}
}

/** `<type> <post> <destination>` of an event. */
function outcomeOf({ type, data }: IDataObject): string {
	const { post_id, destination_id } = data as Record<string, string>;
	return `${String(type)} ${post_id} ${destination_id?.slice(1)}`;
}

beforeEach(() => {
	// The first is a pause before a retry; nothing here depends on how long it is.
	jest.spyOn(clock, 'wait').mockResolvedValue();
	jest.spyOn(Container.get(Logger), 'warn').mockImplementation(() => undefined);
});

afterEach(() => jest.restoreAllMocks());

it('misses no final outcome, invents none, and gives each an ID of its own', async () => {
	await fc.assert(
		fc.asyncProperty(schedule, async (plan) => {
			const simulation = new Simulation(plan);
			await simulation.run();
			const { service, hosts, kills } = simulation;
			const events = eventsOf(...hosts).filter(({ data }) => 'destination_id' in Object(data));

			const received = new Set(events.map(outcomeOf));
			const atFirst = simulation.atFirst;
			const expected = service.visibleOutcomes().filter((outcome) => !atFirst.has(outcome));
			expect(expected.filter((outcome) => !received.has(outcome))).toEqual([]);

			const ids = new Map<string, Set<string>>();
			const copies = new Map<string, number>();
			for (const event of events) {
				const id = String(event.id);
				const outcome = outcomeOf(event);
				ids.set(outcome, (ids.get(outcome) ?? new Set()).add(id));
				copies.set(id, (copies.get(id) ?? 0) + 1);
			}
			for (const [outcome, of] of ids) {
				expect([outcome, of.size]).toEqual([
					outcome,
					Math.min(of.size, service.timesReached(outcome)),
				]);
			}
			for (const [id, count] of copies)
				expect([id, count]).toEqual([id, Math.min(count, 1 + kills)]);
		}),
		{ numRuns: Number(process.env.POLL_SCHEDULES ?? 40) },
	);
}, 300_000);
