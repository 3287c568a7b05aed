import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { clock } from '../../shared/clock';
import { TriggerState } from '../state';
import { readEventKinds, readTriggerOptions } from '../triggerParameters';
import { includeResource } from './includeResource';
import { parseEvent } from './parseEvent';
import { verifySignature, type Refusal } from './verifySignature';

const SIGNATURE_HEADER = 'service-signature';

/** Why a request is refused, and how to mend it where it should not have been. */
const REFUSALS: Record<Refusal, string> = {
	noSecret:
		'no signing secret is stored. Deactivate the workflow and activate it again: that makes a new webhook with a new secret.',
	noBody:
		'it has no body that can be verified. The service sends JSON; check what a proxy in front of n8n does to it.',
	noHeader:
		'it has no Service-Signature header. If the service has sent it, a proxy in front of n8n takes the header away.',
	malformed:
		'its Service-Signature header does not have the form t=<timestamp>,v1=<signature>. If the service has sent it, look for a newer version of this node.',
	mismatch:
		'its signature does not fit. If the service has sent it, either a proxy in front of n8n changes the body, or the webhook is an old one: deactivate the workflow and activate it again.',
	stale:
		'its timestamp is more than five minutes off. Check the clock of the machine that n8n runs on; otherwise someone has sent an old request again.',
};

/** Receives one request: lets each new, genuine, wanted event through once. */
export async function receive(functions: IWebhookFunctions): Promise<IWebhookResponseData> {
	const state = TriggerState.open(
		functions,
		functions.getMode() === 'manual' ? 'test' : 'production',
	);
	const { registration } = state;
	const body = await readRawBody(functions);
	const header = functions.getHeaderData()[SIGNATURE_HEADER];
	const verdict = verifySignature({
		body,
		header: Array.isArray(header) ? header.join(',') : header,
		secret: registration?.secret,
		nowMs: clock.now(),
	});
	if (!verdict.isGenuine || body === undefined || registration === undefined) {
		const refusal = verdict.isGenuine ? 'noBody' : verdict.refusal;
		return refuse(functions, 401, 'The request is not verified', REFUSALS[refusal]);
	}

	const event = parseEvent(body);
	if (event === undefined) {
		const reason = 'it is signed, but its body is not an event with an id and a type.';
		return refuse(functions, 400, 'The body is not an event', reason);
	}
	if (!readEventKinds(functions).includes(event.type))
		return accept('This kind of event is not wanted');

	const options = readTriggerOptions(functions);
	const handover = options.ignoreDuplicates ? await state.seen.startHandover(event.id) : undefined;
	if (options.ignoreDuplicates && handover === undefined)
		return accept('This event was received before');
	if (handover !== undefined) {
		handover.endWith(functions.getResponseObject());
		state.store(handover);
	}
	const json = options.includeResource
		? await includeResource(functions, registration.workspacePath, event)
		: event.envelope;
	return {
		workflowData: [[{ json }]],
		// n8n reads this once it has started the execution, and saves the static data right after it. What was changed
		// earlier n8n 2 does not save: it takes the note that something has changed for its own as it starts executions.
		get webhookResponse() {
			if (handover !== undefined) {
				state.store(handover);
				handover.handOver();
			}
			return { message: 'The event was received' };
		},
	};
}

/** The bytes as they came. n8n takes multipart forms apart without keeping them. */
async function readRawBody(functions: IWebhookFunctions): Promise<Buffer | undefined> {
	const request = functions.getRequestObject();
	if (!Buffer.isBuffer(request.rawBody) && !request.readableEnded) await request.readRawBody();
	return Buffer.isBuffer(request.rawBody) ? request.rawBody : undefined;
}

function accept(message: string): IWebhookResponseData {
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
