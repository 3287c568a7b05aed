import type { IDataObject } from 'n8n-workflow';

import { ScriptedServer, type ReceivedRequest, type ScriptedResponse } from './scriptedServer';

export const FINAL_DELIVERIES = ['published', 'failed', 'blocked', 'needs_review'];

/** A rate limit that no test reaches. */
const NO_LIMIT = { 'RateLimit-Limit': '10000', 'RateLimit-Remaining': '9999' };

interface ChangingDelivery {
	status: string;
	/** How often each final status has been reached. */
	reached: Map<string, number>;
}

interface ChangingPost {
	id: string;
	createdAtMs: number;
	deliveries: ChangingDelivery[];
}

/** How the lists of posts are written; the description leaves all of it open. */
export interface PostDialect {
	tellsStatus: boolean;
	tellsTimes: boolean;
	/** Whether a delivery has a status before it has ended; if not, its outcome is null until then. */
	showsOpen: boolean;
	numericIds: boolean;
	/** The posts and their destinations come in another order each time. */
	shuffles: boolean;
	pageSize: number;
}

/**
 * A service that only shows posts, whose deliveries a test changes. Between two pages of the list, it keeps no order unless
 * the service's description promises it.
 */
export class ChangingPosts {
	readonly posts: ChangingPost[] = [];
	/** How many of the next requests get no answer. */
	cutResponses = 0;
	requestCount = 0;
	private server: ScriptedServer | undefined;
	private readonly pages = new Map<string, IDataObject[]>();

	constructor(
		private readonly dialect: PostDialect,
		private readonly random: () => number,
	) {}

	async open(): Promise<void> {
		this.server = await ScriptedServer.open((request) => this.respond(request));
	}

	async close(): Promise<void> {
		await this.server?.close();
	}

	get baseUrl(): string {
		return `${this.server?.origin}/api/v1`;
	}

	add(deliveryCount: number, createdAtMs: number): ChangingPost {
		const number = this.posts.length + 1;
		const deliveries = Array.from({ length: deliveryCount }, () => ({
			status: 'draft',
			reached: new Map<string, number>(),
		}));
		const id = this.dialect.numericIds ? String(number) : `post ${number}/ä?`;
		const post = { id, createdAtMs, deliveries };
		this.posts.push(post);
		return post;
	}

	/** Moves a delivery to another status. A published delivery stays published. */
	move(post: ChangingPost, index: number, status: string): void {
		const delivery = post.deliveries[index % post.deliveries.length];
		if (delivery === undefined || delivery.status === 'published') return;
		if (delivery.status === status) return;
		delivery.status = status;
		if (!FINAL_DELIVERIES.includes(status)) return;
		const nth = (delivery.reached.get(status) ?? 0) + 1;
		delivery.reached.set(status, nth);
	}

	/** `<type> <post> <destination>` of every delivery that shows a final status now. */
	visibleOutcomes(): string[] {
		return this.posts.flatMap(({ id, deliveries }) =>
			deliveries.flatMap(({ status }, index) =>
				FINAL_DELIVERIES.includes(status) ? [`delivery.${status} ${id} ${index}`] : [],
			),
		);
	}

	/** How often the delivery of an outcome has reached its status. */
	timesReached(outcome: string): number {
		const [, status = ''] = /^delivery\.(\w+) /.exec(outcome) ?? [];
		const post = this.posts.find(({ id }) => outcome.startsWith(`delivery.${status} ${id} `));
		const index = Number(outcome.split(' ').at(-1));
		return post?.deliveries[index]?.reached.get(status) ?? 0;
	}

	private respond({ path, query }: ReceivedRequest): ScriptedResponse | undefined {
		this.requestCount++;
		if (this.cutResponses > 0) {
			this.cutResponses--;
			return undefined;
		}
		const id = decodeURIComponent(path.split('/').at(-1) ?? '');
		const post = this.posts.find((each) => each.id === id);
		if (post !== undefined) {
			return { headers: NO_LIMIT, body: { data: this.present(post), request_id: 'r' } };
		}
		const cursor = query.get('cursor');
		const rest =
			cursor === null
				? this.ordered(this.posts).map((post) => this.present(post))
				: this.pages.get(cursor);
		if (rest === undefined) return { status: 400, body: { error: { code: 'cursor_invalid' } } };
		const items = rest.slice(0, this.dialect.pageSize);
		const later = rest.slice(items.length);
		const next_cursor = later.length > 0 ? `c${this.requestCount}` : null;
		if (next_cursor !== null) this.pages.set(next_cursor, later);
		return { headers: NO_LIMIT, body: { data: { items, next_cursor }, request_id: 'r' } };
	}

	private ordered<T>(list: T[]): T[] {
		if (!this.dialect.shuffles) return [...list].reverse();
		return list
			.map((entry) => ({ entry, at: this.random() }))
			.sort((a, b) => a.at - b.at)
			.map(({ entry }) => entry);
	}

	private present({ id, createdAtMs, deliveries }: ChangingPost): IDataObject {
		const { tellsStatus, tellsTimes, showsOpen, numericIds } = this.dialect;
		const statuses = deliveries.map(({ status }) => status);
		return {
			id: numericIds ? Number(id) : id,
			...(tellsTimes && { created_at: new Date(createdAtMs).toISOString() }),
			...(tellsStatus && { status: statusOf(statuses) }),
			destinations: this.ordered(
				statuses.map((status, index) => ({
					...{ id: `d${index}`, account_id: `a${index}` },
					...(showsOpen ? { status } : { outcome: outcomeOf(status) }),
				})),
			),
		};
	}
}

function outcomeOf(status: string): string | null {
	return FINAL_DELIVERIES.includes(status) ? status : null;
}

function statusOf(statuses: string[]): string {
	if (statuses.every((status) => status === 'draft')) return 'draft';
	if (!statuses.every((status) => FINAL_DELIVERIES.includes(status))) return 'publishing';
	const published = statuses.filter((status) => status === 'published').length;
	if (published === statuses.length) return 'published';
	return published === 0 ? 'failed' : 'partial';
}
