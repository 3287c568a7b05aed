/** The service's records of webhooks. Times are milliseconds since 1970 on the service's clock. */

export interface ServiceEvent {
	id: string;
	type: string;
	workspaceId: string;
	createdAtMs: number;
	data: Record<string, unknown>;
}

export interface Webhook {
	id: string;
	sequence: number;
	workspaceId: string;
	credentialId: string;
	url: string;
	events: string[];
	enabled: boolean;
	signingSecret: string;
	createdAtMs: number;
}

/** One attempt to deliver one event to one webhook. */
export interface WebhookDelivery {
	id: string;
	sequence: number;
	webhookId: string;
	event: ServiceEvent;
	attempt: number;
	status: 'pending' | 'succeeded' | 'failed';
	responseStatus: number | null;
	/** The start of the receiver's response; the API does not return it. */
	responseText: string | null;
	error: string | null;
	attemptedAtMs: number;
	nextAttemptAtMs: number | null;
}
