import fc from 'fast-check';

import { SocialPublishingPollTrigger } from '../../../nodes/SocialPublishing/SocialPublishingPollTrigger.node';
import { pollers } from '../../../nodes/SocialPublishing/trigger/poll/poller';
import { PollHost, type EmitFault } from '../../engine';
import { ChangingPosts, FINAL_DELIVERIES, type PostDialect } from './changingPosts';
import { byId } from './nodeHarness';
import { FINAL_EVENTS } from './pollHarness';

/** What happens between two polls, and what goes wrong while one runs. */
type Step =
	| { do: 'create'; deliveries: number }
	| { do: 'move'; post: number; delivery: number; status: string }
	| { do: 'poll' }
	| { do: 'polls at once' }
	| { do: 'restart' }
	| { do: 'cut responses'; count: number }
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
			do: fc.constant('cut responses'),
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
	showsOpen: fc.boolean(),
	numericIds: fc.boolean(),
	shuffles: fc.boolean(),
	pageSize: fc.constantFrom(1, 3, 100),
});

export interface PollPlan {
	dialect: PostDialect;
	postsBefore: number;
	/** Whether another node of the workflow changes the static data in each execution. */
	hasNeighbor: boolean;
	steps: Step[];
	seed: number;
}

export const schedules: fc.Arbitrary<PollPlan> = fc.record({
	dialect,
	postsBefore: fc.nat(4),
	hasNeighbor: fc.boolean(),
	steps: fc.array(step, { minLength: 5, maxLength: 40 }),
	seed: fc.integer({ min: 1, max: 1_000_000 }),
});

let runs = 0;

/** One n8n and one service that go through a schedule of changes and faults. */
export class PollSimulation {
	readonly service: ChangingPosts;
	readonly hosts: PollHost[] = [];
	faults: EmitFault[] = [];
	/** The outcomes that deliveries showed when the workflow was activated. */
	atFirst = new Set<string>();
	kills = 0;
	private readonly workflowId = `property-${++runs}`;

	constructor(private readonly plan: PollPlan) {
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
			this.service.cutResponses = 0;
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
		if (each.do === 'polls at once') await Promise.all([this.host.tick(), this.host.tick()]);
		if (each.do === 'cut responses') this.service.cutResponses = each.count;
		if (each.do === 'fault') this.faults.push(each.fault);
		if (each.do === 'restart') {
			await this.host.settled();
			this.host.kill9();
		}
	}

	private async restart(): Promise<void> {
		this.kills++;
		pollers.clear();
		this.service.cutResponses = 0;
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
