import type { INodeParameters } from 'n8n-workflow';

import { ServiceClock, type ServiceOptions } from '../../../../service';
import { NodeHarness } from '../../../support/nodeHarness';
import { made } from '../../createRecords';

export const ZONE = 'Europe/Berlin';
const ACCOUNTS = ['Bread on Shortpost'];
export const HOSTILE_TEXT =
	'<script>alert("1")</script> it\'s; a, b \\n & 🥐\u0007\nBEGIN:VEVENT\r\n\ud800 end';

/** A harness in which it is ten o'clock in Berlin on Wednesday, 18 November 2026, before each test. */
export function useCalendarHarness(options: ServiceOptions = {}): NodeHarness {
	const harness = new NodeHarness();
	const startMs = Date.parse('2026-11-18T09:00:00Z');
	beforeEach(async () => {
		await harness.open({ ...options, clock: new ServiceClock({ speed: 0, startMs }) });
	});
	afterEach(async () => await harness.close());
	return harness;
}

/** Publishes a post, or schedules it for a time in Berlin. */
export async function post(
	harness: NodeHarness,
	text: string,
	scheduledAt?: string,
	accounts = ACCOUNTS,
) {
	const accountIds = accounts.map((name) => harness.service.accountId(name));
	const when: INodeParameters =
		scheduledAt === undefined
			? { afterCreate: 'publish' }
			: { afterCreate: 'schedule', scheduledAt, timezone: ZONE };
	const options = { failOn: 'never', validateFirst: false };
	return await made(harness, 'post:create', { text, accountIds, ...when, options });
}
