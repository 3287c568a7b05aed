import type { Explanation } from '../shared/failure';
import type { ReceivedResponse } from './attempt';
import { explainConflict, explainStateRefusal } from './conflicts';
import type { Connection } from './connection';
import type { NetworkFailure } from './networkFailure';
import type { AttemptResult } from './retry';
import type { Call } from './types';

/** The origin of a response: the address and the credential that the user can correct. */
export type Endpoint = Pick<Connection, 'addressName' | 'credentialType'>;

const DAY_MS = 24 * 60 * 60 * 1_000;

const TRY_AGAIN = 'Try again later.';

/** The advice for a failure whose effect is certain. */
export function adviceOf({ advice, isTemporary }: Explanation): string {
	return isTemporary ? `${TRY_AGAIN} ${advice}`.trim() : advice;
}

/** Explains a response that did not arrive, or did not come from the service. */
export function explainNetworkFailure(
	{ addressName }: Endpoint,
	kind: NetworkFailure['kind'],
): Explanation {
	const explanations: Record<NetworkFailure['kind'], Explanation> = {
		dns: {
			happened: 'the address of the service was not found',
			advice: `Check the '${addressName}' in the credential and the network of your n8n.`,
		},
		refused: {
			happened: 'nothing responds at the address of the service',
			advice: `Check the '${addressName}' in the credential, and that n8n can reach the service.`,
		},
		tls: {
			happened: 'the secure connection failed',
			advice: `The certificate at the '${addressName}' is invalid or not trusted by n8n. Check the '${addressName}', or ask your n8n administrator to trust the certificate.`,
		},
		timeout: { happened: 'the service did not respond in time', advice: '', isTemporary: true },
		lost: {
			happened: 'the connection broke before the response was complete',
			advice: '',
			isTemporary: true,
		},
		blocked: {
			happened: 'your n8n does not allow requests to this address',
			advice: 'Ask your n8n administrator to allow the address of the service.',
		},
		renewal: {
			happened: 'the access could not be renewed',
			advice: 'The authorization server of the service could not be reached, or has a fault.',
			isTemporary: true,
		},
		garbled: {
			happened: 'the response is not from the service',
			advice: `Check the '${addressName}' in the credential${addressName === 'Base URL' ? ': it ends in /api/v1' : ''}. The response may also have come from a proxy in between.`,
		},
	};
	return explanations[kind];
}

export function explainRefusal(
	endpoint: Endpoint,
	{ status = 0, envelope, headers }: ReceivedResponse,
	outcome: AttemptResult,
	call: Call,
): Explanation {
	if (envelope.refusal !== undefined) return envelope.refusal;
	const isGuarded = status === 409 || status === 429 || outcome.retryAfterMs !== undefined;
	if (call.guard !== undefined && outcome.isOtherGuard && isGuarded) {
		const wait = formatWait(outcome.retryAfterMs ?? 300_000);
		return { ...call.guard, advice: `${call.guard.advice} Wait ${wait}.` };
	}
	if ([status, outcome.status].includes(409))
		return call.explanations?.[409] ?? explainConflict(outcome, call, envelope.error);
	if (status === 429) return explainRateLimit(outcome.retryAfterMs);
	const { code, message = envelope.requestId } = envelope.error;
	const isForeign = endpoint.addressName === 'Base URL' && (code ?? message) === undefined;
	if (status === 404 && isForeign) return explainNetworkFailure(endpoint, 'garbled');
	return (
		call.explanations?.[status] ??
		explainStateRefusal(status, call, envelope.error) ??
		explainStatus(endpoint, status, code, headers)
	);
}

export function explainRateLimit(retryAfterMs: number | undefined): Explanation {
	return {
		happened: 'too many requests',
		advice: `Wait ${formatWait(retryAfterMs)} and try again. All tools that use this token share one limit.`,
	};
}

const ADDON_EXPLANATION: Explanation = {
	happened: 'the API/MCP add-on of your account is not active',
	advice: 'Activate the add-on in your account settings. You do not need to change the credential.',
};

const CONNECTION_EXPLANATION: Explanation = {
	happened: 'the service no longer accepts the connection',
	advice: 'Access has ended or was revoked. Open the credential and connect it again.',
};

const TICKET_EXPLANATION: Explanation = {
	happened: 'the service does not accept the ticket for the file',
	advice: 'Tickets are valid for 15 minutes. Run the node again: it requests a new one.',
};

const NO_TOOLS_EXPLANATION: Explanation = {
	happened: 'there are no assistant tools at this address',
	advice: "Check the 'MCP URL' in the credential.",
};

const MISSING_EXPLANATION: Explanation = {
	happened: 'the service cannot find it',
	advice: 'Check the ID and the workspace. It may have been deleted.',
};

const STATUS_EXPLANATIONS: Record<number, Explanation> = {
	401: {
		happened: 'the service does not accept the API token',
		advice: 'Check the token in the credential: it may be incomplete, expired or revoked.',
	},
	403: {
		happened: 'your account is not allowed to do this',
		advice:
			'Check that your plan is active and that the workspace and the accounts belong to the owner of the token.',
	},
	404: MISSING_EXPLANATION,
	408: { happened: 'the service did not respond in time', advice: '', isTemporary: true },
	410: MISSING_EXPLANATION,
	413: { happened: 'it is too large for the service', advice: 'Send a smaller file or text.' },
};

/** Explains a status that has the same meaning for every command. */
export function explainStatus(
	endpoint: Endpoint,
	status: number,
	code: string | undefined,
	headers: Record<string, string>,
): Explanation {
	if (status === 403 && code === 'addon_required') return ADDON_EXPLANATION;
	const explanation = explainEndpointStatus(endpoint, status) ?? STATUS_EXPLANATIONS[status];
	if (explanation !== undefined) return explanation;
	if (status >= 300 && status < 400) {
		const target = headers.location === undefined ? '' : ' to another address';
		return {
			happened: `the address redirects${target}`,
			advice: `The token was not sent there. Enter the final address in the '${endpoint.addressName}' of the credential.`,
		};
	}
	if (status >= 500) return explainFault(` (status ${status})`);
	return {
		happened: 'the service rejected the input',
		advice: 'Correct the value and try again.',
	};
}

/** Explains a fault of the server, which may be reported without a status. */
export function explainFault(status = ''): Explanation {
	return {
		happened: `the service reports a server error${status}`,
		advice: "If it keeps happening, give the request ID to the service's support.",
		isTemporary: true,
	};
}

/** Explains a status that has a meaning of its own at an endpoint. */
function explainEndpointStatus(
	{ addressName, credentialType }: Endpoint,
	status: number,
): Explanation | undefined {
	if (credentialType === undefined) {
		return [401, 403, 404, 410].includes(status) ? TICKET_EXPLANATION : undefined;
	}
	if (status === 401 && credentialType === 'socialPublishingOAuth2Api')
		return CONNECTION_EXPLANATION;
	if (addressName === 'MCP URL' && (status === 404 || status === 405)) return NO_TOOLS_EXPLANATION;
	return undefined;
}

function formatWait(retryAfterMs: number | undefined): string {
	// A wait this short has already been tried without success.
	if (retryAfterMs === undefined || retryAfterMs <= 1_000) return 'a minute';
	if (retryAfterMs > DAY_MS) return 'more than a day';
	const seconds = Math.ceil(retryAfterMs / 1_000);
	return seconds > 120 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`;
}
