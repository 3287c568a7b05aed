import type { RunningService } from '../service';

const WORKSPACE = 'Bakery';
const ACCOUNTS = ['Bread on Shortpost', 'Cakes on Pagebook', 'Always fails', 'Always blocked'];

/** Another client of the service, which makes and publishes posts. */
export class PostMaker {
	private count = 0;

	constructor(private readonly service: RunningService) {}

	/** Publishes new posts; some of their deliveries fail. Returns their ids. */
	async publish(postCount: number): Promise<string[]> {
		const ids: string[] = [];
		for (let index = 0; index < postCount; index++) ids.push(await this.publishOne());
		return ids;
	}

	/** Saves drafts, one after the other. */
	async saveDrafts(texts: string[]): Promise<void> {
		const destinations = [{ account_id: this.service.accountId('Bread on Shortpost') }];
		for (const text of texts) {
			this.count++;
			await this.send('/posts', { text, destinations });
		}
	}

	private async publishOne(): Promise<string> {
		const nth = this.count++;
		const names = [ACCOUNTS[nth % 4], ACCOUNTS[(nth + 1 + (nth % 3)) % 4]].filter(
			(name) => name !== undefined,
		);
		const { data } = await this.send('/posts', {
			text: `Post ${nth}`,
			destinations: names.map((name) => ({ account_id: this.service.accountId(name) })),
		});
		const post = this.service.state.posts.get(data.id);
		await this.send(`/posts/${data.id}/publish`, {}, post?.etag);
		return data.id;
	}

	private async send(path: string, body: object, etag = ''): Promise<{ data: { id: string } }> {
		const { baseUrl, token } = this.service;
		const response = await fetch(
			`${baseUrl}/workspaces/${this.service.workspaceId(WORKSPACE)}${path}`,
			{
				method: 'POST',
				headers: {
					Authorization: `Bearer ${token}`,
					'Content-Type': 'application/json',
					'Idempotency-Key': `maker-${path}-${this.count}`,
					...(etag !== '' && { 'If-Match': etag }),
				},
				body: JSON.stringify(body),
			},
		);
		if (!response.ok) throw new Error(await response.text());
		return (await response.json()) as { data: { id: string } };
	}
}
