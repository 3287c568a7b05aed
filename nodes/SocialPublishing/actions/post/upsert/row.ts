import type { IDataObject } from 'n8n-workflow';

import { accountsOf } from '../../../api/postContent';
import { readDestinations, readMediaIds } from '../../../api/readings/post';
import type { Item } from '../../../properties/item';
import type { Schedule } from '../../../properties/schedule';
import type { WaitSettings } from '../../../properties/waitSettings';
import type { Creation } from '../creation/creation';
import { OnceKey, type SentItem } from '../creation/onceKey';
import {
	accountsDetail,
	bucketDetail,
	fileDetail,
	findNotedPosts,
	postDetail,
	recentBeginnings,
	sentDetail,
	storeFailure,
	type OnceRun,
} from '../creation/onceRun';
import type { SlotSchedule } from '../slots/slotSchedule';
import type { Shape } from './nextStep';

/** A post that should exist, and its content and status. */
type PresentPost = {
	creation: Creation;
	/** The content as it was entered: files by their addresses or hashes, links without tags, texts in full. */
	entered: Shape;
} & (
	| { status: 'draft' }
	| { status: 'scheduled'; schedule: Schedule }
	| { status: 'scheduled'; slot: SlotSchedule }
	| { status: 'published'; wait: WaitSettings }
);

/** What a row wants its post to be. */
export type WantedPost = { status: 'absent' } | PresentPost;

/** The rows of a run. */
export interface RowsOfRun {
	once: OnceRun;
	/** @throws InputFailure if another item of the run has claimed the same */
	refuseRepeated(what: string): void;
	/** The post of a row as a list shows it; undefined if it is not listed. */
	listed(row: Row): Promise<IDataObject | undefined>;
}

/** A row of a table whose post is created, changed or deleted so that it is as the row says. */
export interface Row<Wanted extends WantedPost = WantedPost> {
	item: Item;
	run: RowsOfRun;
	/** The key as it was entered. */
	name: string;
	key: RowKey;
	/** The key among those of all nodes of all n8n instances. */
	identity: string[];
	/** The post that the row names itself. */
	postId: string | undefined;
	/** The path of the workspace. */
	workspace: string;
	wanted: Wanted;
	/** A post that can no longer be changed is an error. */
	failsWhenLocked: boolean;
	/** No command is sent. */
	isDryRun: boolean;
	/** The revision that the post must have to be changed; an empty text for an option without a value. */
	expectedEtag: string | undefined;
}

export type PresentRow = Row<PresentPost>;

export function isPresent(row: Row): row is PresentRow {
	return row.wanted.status !== 'absent';
}

/** Keeps the keys of rows apart from those of items that are posted once, which the same node may have posted before. */
const NAMESPACE = 'row\n';

/** What the ledger holds of a row that has a post. */
const STATE = 'drafted';

/** The key of a row, whose post follows it. */
export class RowKey extends OnceKey {
	override readonly followsItem = true;
	/** The post of the key does not exist any more. */
	isPostGone = false;

	/** What has been noted for the creation, until there is a post. */
	private beginning: string[] = [];
	/** Whether a detail is noted, for those that have been looked up. */
	private readonly known = new Map<string, boolean>();
	private hasNotedPost = false;

	constructor(run: OnceRun, key: string, index: number) {
		super(run, `${NAMESPACE}${key}`, 'draft', index);
	}

	override async isBegun(): Promise<boolean> {
		return !this.isPostGone && (await super.isBegun());
	}

	/** A post that another execution has made of the row is gone on with. */
	override async isDoneByNow(): Promise<boolean> {
		return await Promise.resolve(false);
	}

	protected override detailsOf(sent: SentItem): string[] {
		const { content, mediaIds = [], accountIds = [] } = sent;
		this.beginning = [
			...[sentDetail(content), accountsDetail(accountIds)],
			...mediaIds.map(fileDetail),
		];
		return this.beginning;
	}

	override readonly withSentAccounts = async (posts: IDataObject[]): Promise<IDataObject[]> => {
		const detail = (post: IDataObject) => accountsDetail(accountsOf(post));
		const noted = await this.readFacts([...new Set(posts.map(detail))]);
		return posts.filter((post) => noted.has(detail(post)));
	};

	/** Of these posts, those with a file that was uploaded for the key: whatever text they have, they are its posts. */
	async withOwnFiles(posts: IDataObject[]): Promise<IDataObject[]> {
		const filesOf = (post: IDataObject) =>
			readDestinations(post).flatMap((each) => readMediaIds(post, each).map(fileDetail));
		const noted = await this.readFacts([...new Set(posts.flatMap(filesOf))]);
		return posts.filter((post) => filesOf(post).some((file) => noted.has(file)));
	}

	/** Notes the post of the row. If that fails, it is tried again at the end. */
	override async notePost(id: string | undefined): Promise<void> {
		if (id === undefined) return;
		this.usePost(id);
		this.hasNotedPost = true;
		const details = [postDetail(id), bucketDetail({ id })];
		const outdated = [...recentBeginnings(), ...this.beginning];
		await this.ledger
			.advance(this.key, STATE, { details, outdated, claimed: id })
			.catch(() => undefined);
	}

	/** Notes facts that hold whatever becomes of the post, and the post itself. */
	async noteFacts(id: string, facts: string[]): Promise<void> {
		if (!this.hasNotedPost) await this.notePost(id);
		const unknown = facts.filter((fact) => this.known.get(fact) !== true);
		if (unknown.length === 0) return;
		for (const fact of unknown) this.known.set(fact, true);
		await this.ledger.advance(this.key, STATE, { details: unknown }).catch(() => undefined);
	}

	/** Notes that a fact does not hold any more. */
	async dropFact(fact: string): Promise<void> {
		this.known.set(fact, false);
		await this.ledger
			.advance(this.key, STATE, { details: [], outdated: [fact] })
			.catch(() => undefined);
	}

	/** Call it with what has been read of the key for several rows at once. */
	learnFacts(asked: string[], noted: ReadonlySet<string>): void {
		for (const fact of asked) this.known.set(fact, noted.has(fact));
	}

	/** Which of these facts have been noted. */
	async readFacts(facts: string[]): Promise<Set<string>> {
		const unknown = facts.filter((fact) => !this.known.has(fact));
		if (unknown.length > 0) this.learnFacts(unknown, await this.readDetails(unknown));
		return new Set(facts.filter((fact) => this.known.get(fact)));
	}

	/** Call it when the post has been found by what is noted of the key. */
	foundNoted(id: string): void {
		this.usePost(id);
		this.hasNotedPost = true;
	}

	/** Notes that the key has no post any more. */
	async forget(id: string | undefined): Promise<void> {
		if ((await this.run.stateOf(this.key)) === 'new' && !this.hasNotedPost) return;
		if (id !== undefined) await this.readDetails([postDetail(id), bucketDetail({ id })]);
		await this.ledger.eraseNow(this.key, id).catch(storeFailure);
	}

	/** The post that has been noted for the key, if it is among these. */
	override async findNoted(posts: IDataObject[]): Promise<IDataObject | undefined> {
		const found = await findNotedPosts(this.run, [{ key: this.key, content: undefined }], posts);
		return found.get(this.key);
	}
}
