import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { storeBinary, type NodeRun } from '../../engine';
import type { Effect } from '../../service';
import { FeedHarness } from '../../unit/actions/post/once/feed';
import { jpeg } from '../../unit/support/files';
import { OtherProcess } from '../../unit/support/otherProcess';
import { postDialects } from '../../unit/support/postDialects';
import { ITEMS, type CorrectionStep, type RunStep, type History } from './history';

type Post = FeedHarness['service']['state']['posts'] extends Map<string, infer P> ? P : never;

/** What an item says, or a post shows: its text, its account, and the width of its picture. */
export interface Content {
	text: string;
	account: string;
	/** 0: none. */
	picture: number;
}

/** Something that the service has done. */
export interface Event {
	operation: string;
	by: 'node' | 'hand';
	/** The run that did it, or the next one. */
	run: number;
	postId: string;
	/** The post after it; undefined if it is gone. */
	content: Content | undefined;
}

/** A post of an item. */
export interface PostState {
	id: string;
	item: number;
	status: string;
	/** How often it has been handed to its account. */
	deliveries: number;
	content: Content;
}

/** A run of the node, and what there was at the service after it. */
export interface RunRecord extends Pick<RunStep, 'ask' | 'inLoop' | 'onError' | 'items'> {
	index: number;
	/** What each input item said. */
	contents: Content[];
	/** Of each process that was not killed. */
	ended: NodeRun[];
	isRetry: boolean;
	/** The last of the quiet runs that end a history. */
	isLast: boolean;
	posts: PostState[];
	/** How many events there were by its end. */
	events: number;
}

const ACCOUNTS = ['Bread on Shortpost', 'Cakes on Pagebook'];
const WIDTHS = [0, 40, 41];
const HIDDEN_MARKS_LEFT_BY = 2;

/** Other processes are slow to start, and keep nothing of a workflow that they have not run. */
const processes: OtherProcess[] = [];
let worlds = 0;

/** Everything around the node: its items, the processes of n8n, its store, the service and its posts. */
export class World {
	readonly harness = new FeedHarness();
	readonly events: Event[] = [];
	readonly runs: RunRecord[] = [];
	readonly workflowId = `world ${++worlds}`;
	/** Posts whose ID the node may not know: the response to their creation may have been lost. */
	readonly unknownPosts = new Set<string>();
	actor: Event['by'] = 'node';
	/** Kills and undone calls of n8n's store: three of them in a row may spoil a fact, which is accepted. */
	disturbances = 0;
	private readonly items: Content[] = [];
	private readonly itemsOfPosts = new Map<string, number>();
	private usedProcesses = 0;
	private versions = 0;

	static async open({ dialect }: History): Promise<World> {
		const world = new World();
		await world.harness.open({ dialect: postDialects[dialect] });
		const { service } = world.harness;
		for (let item = 0; item < ITEMS; item++) {
			const account = service.accountId(ACCOUNTS[0] ?? '');
			world.items.push({ text: `item ${item}`, account, picture: 0 });
		}
		const push = service.effects.push.bind(service.effects);
		service.effects.push = (...effects: Effect[]) => {
			for (const effect of effects) world.see(effect);
			return push(...effects);
		};
		return world;
	}

	async close(): Promise<void> {
		await this.harness.close();
	}

	get mayBeDisturbed(): boolean {
		return this.disturbances < HIDDEN_MARKS_LEFT_BY;
	}

	/** A process that has run nothing of this world. */
	async startProcess(): Promise<OtherProcess> {
		const next = (processes[this.usedProcesses++] ??= await OtherProcess.start());
		this.harness.useServiceClock(next.clock);
		return next;
	}

	contentOf(item: number): Content {
		const content = this.items[item];
		if (content === undefined) throw new Error(`There is no item ${item}`);
		return content;
	}

	correct({ item, what }: CorrectionStep): void {
		const now = this.contentOf(item);
		this.items[item] = {
			...now,
			...(what === 'text' && { text: `item ${item}, version ${++this.versions}` }),
			...(what === 'account' && { account: this.otherAccount(now.account) }),
			...(what === 'picture' && { picture: WIDTHS[WIDTHS.indexOf(now.picture) + 1] ?? 40 }),
		};
	}

	otherAccount(id: string): string {
		const ids = ACCOUNTS.map((name) => this.harness.service.accountId(name));
		return ids.find((each) => each !== id) ?? id;
	}

	nextVersion(): number {
		return ++this.versions;
	}

	/** The item as the step before the node hands it over. Some services drop the spaces around a text. */
	async inputOf(item: number): Promise<INodeExecutionData> {
		const { text, account, picture } = this.contentOf(item);
		const json: IDataObject = { guid: `item ${item}`, title: `${text} \n`, account };
		if (picture === 0) return { json };
		const file = await storeBinary(await jpeg(picture, 30), 'a.jpg', 'image/jpeg');
		return { json, binary: { data: file } };
	}

	/** The posts of the items, the oldest first. */
	posts(): PostState[] {
		return [...this.harness.service.state.posts.values()].flatMap((post) => {
			const item = this.itemsOfPosts.get(post.id);
			if (item === undefined) return [];
			const { id, status, history } = post;
			return [{ id, item, status, deliveries: history.length, content: this.contentOfPost(post) }];
		});
	}

	itemOfPost(id: string): number | undefined {
		return this.itemsOfPosts.get(id);
	}

	/** Call it after a run whose last response was lost, or each response to a creation. */
	doubtCreations(requestsBefore: number): void {
		const { entries } = this.harness.service.journal;
		const commands = entries.slice(requestsBefore).filter(({ method }) => method !== 'GET');
		if (commands.at(-1)?.operation !== 'create_post') return;
		const created = this.events.filter(
			({ operation, run }) => operation === 'create_post' && run === this.runs.length,
		);
		for (const { postId } of created) this.unknownPosts.add(postId);
	}

	private see({ operation, input, id }: Effect): void {
		if (!operation.endsWith('_post') || operation === 'validate_post') return;
		const postId = String(operation === 'create_post' ? id : input.id);
		const [, item] = /^item (\d)/.exec(String(input.text)) ?? [];
		if (operation === 'create_post') this.itemsOfPosts.set(postId, Number(item));
		const post = this.harness.service.state.posts.get(postId);
		const content = post && this.contentOfPost(post);
		this.events.push({ operation, by: this.actor, run: this.runs.length, postId, content });
	}

	private contentOfPost({ text, destinations }: Post): Content {
		const [first] = destinations;
		const [mediaId] = first?.content.media_ids ?? [];
		const media = this.harness.service.state.media.get(mediaId ?? '');
		return {
			text: (first?.content.text ?? text).trim(),
			account: destinations.map(({ content }) => content.account_id).join(),
			picture: media?.width ?? 0,
		};
	}
}
