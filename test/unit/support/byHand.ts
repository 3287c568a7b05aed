import type { RunningService } from '../../service';

type Method = 'POST' | 'PATCH' | 'DELETE';

let commands = 0;

/** What a person does with a post at the service. Each returns whether the service has allowed it. */
export class ByHand {
	constructor(private readonly harness: { service: RunningService }) {}

	async edit(id: string, text: string): Promise<boolean> {
		return await this.send('PATCH', id, '', { text });
	}

	/** Moves the post to another account. */
	async move(id: string, accountId: string): Promise<boolean> {
		const { destinations = [] } = this.harness.service.state.posts.get(id) ?? {};
		const moved = destinations.map(({ content }) => ({ ...content, account_id: accountId }));
		return await this.send('PATCH', id, '', { destinations: moved });
	}

	async publish(id: string): Promise<boolean> {
		return await this.send('POST', id, '/publish', {});
	}

	/** @param hours from now on */
	async schedule(id: string, hours: number): Promise<boolean> {
		const { clock } = this.harness.service;
		const scheduled_at = clock.iso(clock.now() + hours * 3_600_000);
		return await this.send('POST', id, '/schedule', { scheduled_at });
	}

	async cancel(id: string): Promise<boolean> {
		return await this.send('POST', id, '/cancel', {});
	}

	async delete(id: string): Promise<boolean> {
		return await this.send('DELETE', id, '');
	}

	private async send(method: Method, id: string, path: string, body?: object): Promise<boolean> {
		const { service } = this.harness;
		const { workspaceId = '', etag = '' } = service.state.posts.get(id) ?? {};
		const [workspace, post] = [workspaceId, id].map(encodeURIComponent);
		const url = `${service.baseUrl}/workspaces/${workspace}/posts/${post}${path}`;
		const { ok } = await fetch(url, {
			method,
			headers: {
				Authorization: `Bearer ${service.token}`,
				'Content-Type': 'application/json',
				'Idempotency-Key': `by-hand-${++commands}`,
				'If-Match': etag,
			},
			...(body !== undefined && { body: JSON.stringify(body) }),
		});
		return ok;
	}
}
