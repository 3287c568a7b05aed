import { createHash } from 'crypto';
import type { IHookFunctions } from 'n8n-workflow';

import { toWorkspacePath } from '../../api/workspace';
import { TAKEN_ADDRESS_ADVICE } from '../../commands/createWebhook';
import { InputFailure } from '../../shared/failure';
import { isLoopback } from '../../transport/address';
import type { Connection } from '../../transport/connection';
import { RefusedFailure } from '../../transport/errors';
import type { WebhookKind } from '../state';
import { readChosenEventTypes, readWorkspaceId } from '../triggerParameters';

/** The webhook that the node's parameters ask for. */
export interface DesiredWebhook {
	url: string;
	/** Event types, such as `post.published`. */
	events: string[];
	/** Relative to `{base_url}`. */
	workspacePath: string;
}

/** @throws InputFailure if a parameter is invalid */
export async function readDesiredWebhook(
	functions: IHookFunctions,
	kind: WebhookKind,
	connection: Connection,
): Promise<DesiredWebhook> {
	const events = readChosenEventTypes(functions);
	const url = ownAddress(functions, kind);
	checkPublicAddress(url, connection.baseUrl);
	const workspaceId = await readWorkspaceId(functions, connection);
	return { url, events, workspacePath: toWorkspacePath(workspaceId) };
}

/**
 * The address at which this n8n receives the events of the trigger. The address of a test names its owner: if n8n is killed
 * during a test, only the address at the service shows that the webhook belongs to this trigger. n8n ignores the query of
 * an address.
 */
export function ownAddress(functions: IHookFunctions, kind: WebhookKind): string {
	const address = functions.getNodeWebhookUrl('default') ?? '';
	if (kind === 'production' || !URL.canParse(address)) return address;
	const url = new URL(address);
	const owner = `${functions.getInstanceId()} ${functions.getWorkflow().id}`;
	url.searchParams.set('owner', createHash('sha256').update(owner).digest('hex').slice(0, 16));
	return url.href;
}

/**
 * Rejects a webhook address of this n8n that the service certainly cannot use, before any request is made. The service itself
 * refuses addresses in private networks.
 *
 * @param serviceUrl `{base_url}`: a service on the same machine can reach loopback addresses
 * @throws InputFailure that names the setting to change
 */
export function checkPublicAddress(webhookUrl: string, serviceUrl: string): void {
	if (!URL.canParse(webhookUrl)) throw refusal(webhookUrl, 'is not a web address');
	const url = new URL(webhookUrl);
	if (isLoopback(url) && isLoopback(new URL(serviceUrl))) return;
	if (isLoopback(url)) throw refusal(webhookUrl, 'can only be reached from this machine');
	if (url.protocol !== 'https:') throw refusal(webhookUrl, 'does not start with https://');
}

function refusal(webhookUrl: string, reason: string): InputFailure {
	return new InputFailure(
		`The service cannot send events to this n8n: its webhook address ${webhookUrl} ${reason}`,
		`${ADDRESS_ADVICE} Nothing was sent.`,
	);
}

const ADDRESS_ADVICE =
	"Set n8n's environment variable WEBHOOK_URL (in newer versions: N8N_WEBHOOK_URL) to its public address, for example https://n8n.example.com/, and restart n8n. If n8n has no public address, use the node Social Publishing Poll Trigger instead: it polls for the same events.";

/** For `.catch` of the creation: the service names a field for the address, which the trigger does not have. */
export function explainingAddress({ url }: DesiredWebhook): (error: unknown) => never {
	return (error) => {
		const isInput = error instanceof RefusedFailure && [400, 422].includes(error.facts.status ?? 0);
		if (!isInput) throw error;
		throw error.withAdvice(
			`The address of this n8n is ${url}. ${TAKEN_ADDRESS_ADVICE} If the address is not public: ${ADDRESS_ADVICE}`,
		);
	};
}
