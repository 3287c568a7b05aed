import type { NodeRun } from '../../engine';
import { dialects, type Effect, type ServiceOptions } from '../../service';
import type { NodeHarness } from '../../unit/support/nodeHarness';
import { OtherProcess } from '../../unit/support/otherProcess';
import { ListView, type Lists } from './lists';
import { stateOfPost, type Post, type PostState } from './postState';
import { ELSEWHERE, seed, Surroundings, type SurroundingsStep } from './surroundings';

/** Something that the service has done. */
export interface Event {
	operation: string;
	by: 'node' | 'hand';
	/** The run that did it, or the next one. */
	run: number;
	postId: string;
	/** The post after it; undefined if it is gone. */
	post: PostState | undefined;
}

const HIDDEN_MARKS_LEFT_BY = 2;

/** Other processes are slow to start, and keep nothing of a workflow that they have not run. */
const processes: OtherProcess[] = [];
let worlds = 0;

/** Everything around a node that makes posts of items: the processes of n8n, the service, its posts, what happens to them. */
export abstract class PostWorld<
	Run extends { ended: NodeRun[] },
	Harness extends NodeHarness = NodeHarness,
> {
	readonly events: Event[] = [];
	readonly runs: Run[] = [];
	readonly workflowId = `world ${++worlds}`;
	/** Posts whose ID the node may not know: the response to their creation may have been lost. */
	readonly unknownPosts = new Set<string>();
	actor: Event['by'] = 'node';
	/** Kills and undone calls of n8n's store: three of them in a row may spoil a fact, which is accepted. */
	disturbances = 0;
	private readonly itemsOfPosts = new Map<string, number>();
	private usedProcesses = 0;
	private running: OtherProcess | undefined;
	private versions = 0;
	readonly listView: ListView;
	private around: Surroundings | undefined;

	constructor(
		readonly harness: Harness,
		lists: Lists,
	) {
		this.listView = new ListView(
			lists,
			(id) => (this.itemOfPost(id) ?? NaN) % ELSEWHERE,
			(id) => this.wasSentByHand(this.itemOfPost(id)),
		);
	}

	/** Opens the service, and starts the process of n8n. */
	protected async start(options: ServiceOptions): Promise<void> {
		const dialect = this.listView.of({ ...dialects.first, ...options.dialect });
		await this.harness.open({ seed, ...options, dialect });
		this.around = new Surroundings(this.harness.service);
		this.listView.observe(this.harness.service);
		const { effects } = this.harness.service;
		const push = effects.push.bind(effects);
		effects.push = (...some: Effect[]) => {
			for (const effect of some) this.see(effect);
			return push(...some);
		};
		await this.restart();
	}

	async close(): Promise<void> {
		await this.harness.close();
	}

	/** The process of n8n that runs the workflow. */
	get process(): OtherProcess {
		if (this.running === undefined) throw new Error('n8n is not running');
		return this.running;
	}

	async restart(): Promise<void> {
		this.running = await this.startProcess();
	}

	/** A process that has run nothing of this world. */
	async startProcess(): Promise<OtherProcess> {
		const next = (processes[this.usedProcesses++] ??= await OtherProcess.start());
		this.harness.useServiceClock(next.clock);
		return next;
	}

	async wait(hours: number): Promise<void> {
		await this.harness.service.clock.advance(hours * 3_600_000);
	}

	get mayBeDisturbed(): boolean {
		return this.disturbances < HIDDEN_MARKS_LEFT_BY;
	}

	get surroundings(): Surroundings {
		if (this.around === undefined) throw new Error('The service is not open');
		return this.around;
	}

	/** Changes something around the workflow. If it is an account that is connected anew, somebody gives its new ID to the items. */
	abstract changeSurroundings(step: SurroundingsStep): Promise<void>;

	/** The credential, with the present address of the service. */
	get credentials(): NodeHarness['credentials'] {
		const { credentials } = this.harness;
		const { baseUrl } = this.surroundings;
		return {
			socialPublishingApi: { ...credentials.socialPublishingApi, baseUrl },
		};
	}

	nextVersion(): number {
		return ++this.versions;
	}

	/** The posts of the items, the oldest first. */
	posts(): PostState[] {
		const posts = [...this.harness.service.state.posts.values()];
		return posts.flatMap((post) => this.stateOf(post) ?? []);
	}

	itemOfPost(id: string): number | undefined {
		return this.itemsOfPosts.get(id);
	}

	/** Whether the list may have dropped a post of an item that was sent by hand. Then nothing shows that it went out. */
	isOutUnseen(item: number | undefined): boolean {
		return this.listView.dropsPosts && this.wasSentByHand(item);
	}

	/** Whether somebody has published or scheduled a post of an item by hand. */
	private wasSentByHand(item: number | undefined): boolean {
		return this.events.some(
			({ by, operation, postId }) =>
				by === 'hand' &&
				['publish_post', 'schedule_post'].includes(operation) &&
				this.itemOfPost(postId) === item,
		);
	}

	/** Call it after a run that has lost the responses to all creations, or to its last command. */
	doubtCreations({ lost, since }: { lost: 'creations' | 'last'; since: number }): void {
		const { entries } = this.harness.service.journal;
		const commands = entries.slice(since).filter(({ method }) => method !== 'GET');
		if (lost === 'last' && commands.at(-1)?.operation !== 'create_post') return;
		const created = this.events.filter(
			({ operation, run }) => operation === 'create_post' && run === this.runs.length,
		);
		for (const { postId } of created) this.unknownPosts.add(postId);
	}

	private see({ operation, input, id }: Effect): void {
		if (!operation.endsWith('_post') || operation === 'validate_post') return;
		const postId = String(operation === 'create_post' ? id : input.id);
		const [, item] = /^item (\d)/.exec(String(input.text)) ?? [];
		const post = this.harness.service.state.posts.get(postId);
		if (operation === 'create_post') {
			const isElsewhere = post?.workspaceId !== this.surroundings.workspaceIdOf(0);
			this.itemsOfPosts.set(postId, Number(item) + (isElsewhere ? ELSEWHERE : 0));
		}
		const by = this.actor;
		this.events.push({
			...{ operation, by, run: this.runs.length, postId },
			post: post && this.stateOf(post),
		});
	}

	private stateOf(post: Post): PostState | undefined {
		const item = this.itemsOfPosts.get(post.id);
		if (item === undefined) return undefined;
		return stateOfPost(this.harness.service, this.surroundings, item, post);
	}
}
