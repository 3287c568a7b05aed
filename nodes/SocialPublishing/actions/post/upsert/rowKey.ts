import type { IDataObject } from 'n8n-workflow';

import { accountsOf } from '../../../api/postContent';
import { readDestinations, readMediaIds } from '../../../api/readings/post';
import {
	type SentItem,
	accountsDetail,
	bucketDetail,
	deletedDetail,
	fileDetail,
	GONE,
	OUT,
	partDetail,
	postDetail,
	sentDetail,
	TIMED,
} from '../creation/keyDetails';
import { OnceKey } from '../creation/onceKey';
import { findRecordedPosts } from '../creation/recordedPosts';
import type { RunKeys } from '../creation/runKeys';
import type { Part } from './parts';
import { RowFacts, STATE_OF_ROW } from './rowFacts';

/** Distinguishes the keys of rows from those of items that the same node may have posted once. */
const NAMESPACE = 'row\n';

/** The key of a row. Its post is kept in sync with the row. */
export class RowKey extends OnceKey {
	override readonly isKeptInSync = true;
	/** The parts that the post of the row is sent with. */
	parts: Part[] = [];
	/** Facts to record together with the creation, when there is no post yet. */
	factsOfCreation: string[] = [];

	/** The details that were recorded for the creation. They are removed once there is a post. */
	private creationDetails: string[] = [];
	private hasRecordedPost = false;
	/** What is recorded about the post of the row. */
	readonly facts = new RowFacts(this.records, async (id) => {
		if (!this.hasRecordedPost) await this.recordPost(id);
	});

	constructor(
		run: RunKeys,
		workspacePath: string,
		name: string,
		index: number,
		override readonly deletedPostId: string | undefined,
	) {
		super(run, workspacePath, name, 'draft', index, NAMESPACE);
	}

	override async isBegun(): Promise<boolean> {
		return !this.isPostGone && (await super.isBegun());
	}

	override async wasDeleted(): Promise<boolean> {
		if (this.isPostGone) return true;
		return !(await super.isBegun()) && (await this.records.read([GONE])).size > 0;
	}

	/** Never: the node continues with a post that another execution has created for the row. */
	override async isDoneByNow(): Promise<boolean> {
		return await Promise.resolve(false);
	}

	protected override detailsOf(sent: SentItem): string[] {
		const { content, mediaIds = [], accountIds = [] } = sent;
		this.creationDetails = [
			...[sentDetail(content), accountsDetail(accountIds)],
			...mediaIds.map(fileDetail),
		];
		return [...this.creationDetails, ...this.parts.map(partDetail), ...this.factsOfCreation];
	}

	override readonly filterBySentAccounts = async (posts: IDataObject[]): Promise<IDataObject[]> => {
		const detail = (post: IDataObject) => accountsDetail(accountsOf(post));
		const recorded = await this.facts.read([...new Set(posts.map(detail))]);
		return posts.filter((post) => recorded.has(detail(post)));
	};

	/** Posts that contain a file uploaded for the key belong to it, whatever their text. */
	override readonly filterByOwnFiles = async (posts: IDataObject[]): Promise<IDataObject[]> => {
		const filesOf = (post: IDataObject) =>
			readDestinations(post).flatMap((each) => readMediaIds(post, each).map(fileDetail));
		const recorded = await this.facts.read([...new Set(posts.flatMap(filesOf))]);
		return posts.filter((post) => filesOf(post).some((file) => recorded.has(file)));
	};

	/** A post that was scheduled for a time still ahead cannot be out. */
	override async mayBeOut(): Promise<boolean> {
		return this.facts.showLeaving(await this.records.read(this.facts.ofLeaving()));
	}

	/** Call it right before the post is published. */
	override async recordLeaving(postId = ''): Promise<() => Promise<void>> {
		const before = await this.facts.record(postId, [OUT]);
		return async () => {
			if (!before.has(OUT)) await this.facts.drop(OUT);
		};
	}

	/** Records the post of the row. If that fails, the end of the run tries again. */
	override async recordPost(id: string | undefined): Promise<void> {
		if (id === undefined) return;
		this.keepPost(id);
		this.hasRecordedPost = true;
		const details = [postDetail(id), bucketDetail({ id })];
		const outdated = this.creationDetails;
		await this.records
			.advance(STATE_OF_ROW, { details, outdated, claimed: id })
			.catch(() => undefined);
	}

	/** Call it when the recorded post has been found. */
	useRecordedPost(id: string): void {
		this.keepPost(id);
		this.hasRecordedPost = true;
	}

	/** Records that the key no longer has a post. */
	async forget(id: string | undefined): Promise<void> {
		// The row may still state the ID. If n8n is killed now, the next run finds either this or the post.
		const gone = id === undefined ? [] : [deletedDetail(id), GONE];
		if (id !== undefined) await this.records.note(gone);
		if ((await this.runKeys.stateOf(this.key)) !== 'new' || this.hasRecordedPost) {
			await this.eraseRecords(id, gone);
		}
	}

	private async eraseRecords(id: string | undefined, kept: string[]): Promise<void> {
		const details = id === undefined ? [] : [postDetail(id), bucketDetail({ id })];
		await this.records.read([...details, OUT, TIMED]);
		await this.records.eraseNow(id, kept);
		this.runKeys.forgetPost(this.key);
	}

	/** Whether the post was recorded for the key, in this workspace. */
	async hasRecorded(id: string): Promise<boolean> {
		return (await this.records.read([postDetail(id), deletedDetail(id)])).size > 0;
	}

	/** The recorded post of the key, if it is among these. */
	override async findRecorded(posts: IDataObject[]): Promise<IDataObject | undefined> {
		const found = await findRecordedPosts(
			this.runKeys,
			[{ key: this.key, content: undefined }],
			posts,
		);
		return found.get(this.key);
	}
}
