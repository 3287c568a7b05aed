import type { NodeHarness } from '../../unit/support/nodeHarness';
import type { Unit } from './commands';

export const HOUR_MS = 3_600_000;

interface SentPost {
	data: { id: string; destinations: Array<{ id: string }> };
	etag: string;
}

let keys = 0;

/** Sends a request to the service, past the node. */
async function send(
	{ service, workspaceId }: NodeHarness,
	path: string,
	body: object,
	etag?: string,
): Promise<SentPost> {
	const response = await fetch(`${service.baseUrl}/workspaces/${workspaceId}/posts${path}`, {
		method: 'POST',
		headers: {
			Authorization: `Bearer ${service.token}`,
			'Content-Type': 'application/json',
			'Idempotency-Key': `arranged-${++keys}`,
			...(etag !== undefined && { 'If-Match': etag }),
		},
		body: JSON.stringify(body),
	});
	if (!response.ok) throw new Error(await response.text());
	const { data } = await response.json();
	return { data, etag: service.state.posts.get(data.id)?.etag ?? '' };
}

async function arrange(harness: NodeHarness, accountId: string): Promise<SentPost> {
	const destinations = [{ account_id: accountId }];
	return await send(harness, '', { text: 'Arranged', destinations });
}

function factsOf({ data, etag }: SentPost): Partial<Unit> {
	return { postId: data.id, destinationId: data.destinations[0]?.id ?? '', etag };
}

export async function createPost(harness: NodeHarness, { accountId }: Unit) {
	return factsOf(await arrange(harness, accountId));
}

export async function scheduledPost(harness: NodeHarness, { accountId }: Unit) {
	const { data, etag } = await arrange(harness, accountId);
	const scheduled_at = harness.service.clock.iso(harness.service.clock.now() + HOUR_MS / 2);
	return factsOf(await send(harness, `/${data.id}/schedule`, { scheduled_at }, etag));
}

/** The account of the deliveries that have failed. */
export const FAILED_ACCOUNT = 'Cakes on Pagebook';

/** A post whose delivery has failed. */
export async function failedPost(harness: NodeHarness) {
	const { service } = harness;
	service.setOutcome(FAILED_ACCOUNT, { status: 'failed' });
	const { data, etag } = await arrange(harness, service.accountId(FAILED_ACCOUNT));
	const published = await send(harness, `/${data.id}/publish`, {}, etag);
	await service.clock.advance(1_000);
	return factsOf(published);
}
