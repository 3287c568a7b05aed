import { createHmac } from 'node:crypto';

/** The value of the Service-Signature header for a body sent at `timestampSeconds`. */
export function signatureHeader(secret: string, timestampSeconds: number, body: string): string {
	const digest = createHmac('sha256', secret).update(`${timestampSeconds}.${body}`);
	return `t=${timestampSeconds},v1=${digest.digest('base64url')}`;
}
