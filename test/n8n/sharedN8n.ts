import { readFileSync, statSync } from 'node:fs';

import type { HostVersion } from './install';
import { N8nClient } from './n8nClient';
import { RestClient } from './rest';

/** The environment variable with the address of the `SharedHosts`, which the workers of Jest inherit. */
export const SHARED_HOSTS = 'SHARED_N8N_HOSTS';

/** A new user of a shared n8n. */
export interface Membership {
	url: string;
	n8nVersion: string;
	logFile: string;
	userId: string;
	/** Where the user accepts the invitation. */
	link: string;
}

/** An n8n that the test files share, for one of its users: nobody else sees the user's workflows and credentials. */
class SharedN8n extends N8nClient {
	private readonly logStart: number;

	constructor(
		rest: RestClient,
		private readonly membership: Membership,
		private readonly leave: () => Promise<unknown>,
	) {
		super(rest, membership.url, membership.n8nVersion);
		this.logStart = statSync(membership.logFile).size;
	}

	/** That of other test files, too. */
	get log(): string {
		return readFileSync(this.membership.logFile).subarray(this.logStart).toString();
	}

	/**
	 * Deactivates the user's workflows, then removes the user with all they have.
	 *
	 * @throws with the end of the log if this n8n has ended
	 */
	async stop(): Promise<void> {
		try {
			const filter = encodeURIComponent(JSON.stringify({ active: true }));
			const workflows = await this.rest.request<Array<{ id: string }>>(
				'GET',
				`/workflows?filter=${filter}&take=100&skip=0`,
			);
			for (const { id } of workflows) await this.rest.deactivate(id);
		} finally {
			await this.leave();
		}
	}
}

/** @throws with the reason if the n8n does not start */
export async function joinSharedN8n(version: HostVersion): Promise<N8nClient> {
	const membership = (await ask(`/join/${version}`)) as Membership;
	const rest = new RestClient(membership.url);
	await rest.accept(membership.link);
	const leave = async () => await ask(`/leave/${version}/${membership.userId}`);
	return new SharedN8n(rest, membership, leave);
}

async function ask(path: string): Promise<unknown> {
	const response = await fetch(`${process.env[SHARED_HOSTS]}${path}`, { method: 'POST' });
	if (!response.ok) throw new Error(await response.text());
	return await response.json();
}
