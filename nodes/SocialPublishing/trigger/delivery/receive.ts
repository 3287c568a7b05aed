import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { readEvent, readEventAccounts, type ServiceEvent } from '../../api/readings/eventData';
import { clock } from '../../shared/clock';
import { describeFailure } from '../../shared/failure';
import { boundedCopy } from '../../shared/json';
import { connect } from '../../transport/connection';
import { includeResource } from '../includeResource';
import { TriggerState } from '../state';
import {
	isAboutChosen,
	readEventTypes,
	readIncludeResource,
	readTriggerOptions,
} from '../triggerParameters';
import { verifySignature, type Refusal } from './verifySignature';

const SIGNATURE_HEADER = 'service-signature';

/** Why a request is refused, and what to do if it came from the service. */
const REFUSALS: Record<Refusal, string> = {
	noSecret:
		'no signing secret is stored. Deactivate the workflow and activate it again to create a new webhook with a new secret.',
	unverified:
		'its signature is missing or does not match. If the service sent it, either a proxy in front of n8n changes the body or removes the header Service-Signature, or it belongs to an old webhook with the same address, for example because n8n was killed during an activation: deactivate the workflow, delete that webhook with the resource Webhook, and activate the workflow again.',
	stale:
		'its timestamp is more than five minutes off. Check the clock of the machine that n8n runs on. If the clock is right, someone has resent an old request.',
};

/** Handles one request. Starts the workflow if the request is a new, genuine event of a chosen type. */
export async function receive(functions: IWebhookFunctions): Promise<IWebhookResponseData> {
	const state = new TriggerState(
		functions,
		functions.getMode() === 'manual' ? 'test' : 'production',
	);
	const { registration } = state;
	const body = await readRawBody(functions);
	const header = [functions.getHeaderData()[SIGNATURE_HEADER]].flat().join(',');
	const secret = registration?.secret;
	const refusal = verifySignature({ body, header, secret, nowMs: clock.now() });
	if (registration === undefined || refusal !== undefined) {
		const reason = REFUSALS[refusal ?? 'noSecret'];
		return refuse(functions, 401, 'The request is not verified', reason);
	}

	const event = parseEvent(body);
	if (event === undefined) {
		const reason = 'it is signed, but its body is not an event with an ID and a type.';
		return refuse(functions, 400, 'The body is not an event', reason);
	}
	if (!readEventTypes(functions).includes(event.type))
		return acknowledge('This event type was not chosen');
	const chosen = state.accounts?.ids ?? [];
	if (!isAboutChosen(chosen, readEventAccounts(event.type, event.data)))
		return acknowledge('This event is about other accounts');

	const ignoresDuplicates = readTriggerOptions(functions).ignoreDuplicates !== false;
	const acceptance = ignoresDuplicates ? await state.seen.reserve(event.id) : undefined;
	if (ignoresDuplicates && acceptance === undefined)
		return acknowledge('This event has already been received');
	if (acceptance !== undefined) {
		acceptance.settleWithResponse(functions.getResponseObject());
		state.store(acceptance);
	}
	const json = readIncludeResource(functions)
		? await withResource(functions, registration.workspacePath, event)
		: event.envelope;
	return {
		workflowData: [[{ json }]],
		// n8n reads this once it has started the execution, and saves the static data right afterwards.
		// n8n-workaround(2.39.10, n8n-workflow/dist/cjs/observable-object.js): starting the execution resets the mark
		// that the static data has changed, so n8n does not save what was changed earlier.
		get webhookResponse() {
			if (acceptance !== undefined) {
				state.store(acceptance);
				acceptance.accept();
			}
			return { message: 'The event was received' };
		},
	};
}

/** Parses a verified body. Returns undefined if it is not an event. */
function parseEvent(body: Buffer): ServiceEvent | undefined {
	const text = body.toString('utf8');
	try {
		// n8n's own parser ignores a byte order mark as well.
		return readEvent(boundedCopy(JSON.parse(text.replace(/^\uFEFF/, ''))), text);
	} catch {
		return undefined;
	}
}

/** The service waits for the response to its event, and the rate limit alone could delay a read by a minute. */
const RESOURCE_TIMEOUT_MS = 5_000;

async function withResource(
	functions: IWebhookFunctions,
	workspacePath: string,
	event: ServiceEvent,
): Promise<IDataObject> {
	const connection = await connect(functions).catch((error: unknown) => describeFailure(error));
	if (typeof connection === 'string') return { ...event.envelope, resourceError: connection };
	const request = { connection, workspacePath, limitMs: RESOURCE_TIMEOUT_MS };
	return await includeResource(request, event);
}

/**
 * The bytes as received; none if they are no longer available, so that the signature does not match.
 *
 * n8n-workaround(2.39.10, n8n/dist/webhooks/webhook-helpers.js): n8n reads the body of a multipart form without keeping
 * it, and leaves other content types unread.
 */
async function readRawBody(functions: IWebhookFunctions): Promise<Buffer> {
	const request = functions.getRequestObject();
	if (!Buffer.isBuffer(request.rawBody) && !request.readableEnded) await request.readRawBody();
	return Buffer.isBuffer(request.rawBody) ? request.rawBody : Buffer.alloc(0);
}

function acknowledge(message: string): IWebhookResponseData {
	return { webhookResponse: { message } };
}

function refuse(
	functions: IWebhookFunctions,
	status: 400 | 401,
	message: string,
	reason: string,
): IWebhookResponseData {
	const { name } = functions.getNode();
	functions.logger.warn(`${name}: a request was refused with status ${status}, because ${reason}`);
	functions.getResponseObject().status(status).json({ message });
	return { noWebhookResponse: true };
}
