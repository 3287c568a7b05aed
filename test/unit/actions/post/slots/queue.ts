import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { NodeRun } from '../../../../engine';
import { FeedHarness } from '../once/feed';

export const TIMES = '08:00, 12:00, 18:00';
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** Three slots a day. */
export const THREE_A_DAY: INodeParameters = {
	slot: [{ weekdays: WEEKDAYS, times: TIMES }],
};

/** A node that schedules posts in the next free slots, in n8n's engine. */
export class SlotHarness extends FeedHarness {
	override parameters(more: INodeParameters = {}): INodeParameters {
		return super.parameters({
			afterCreate: 'schedule',
			scheduleMode: 'nextSlot',
			slots: THREE_A_DAY,
			timezone: 'UTC',
			idempotency: 'execution',
			...more,
		});
	}

	/** The time of each text, in the order of the times: "Mon 08:00 One". */
	get queue(): string[] {
		return this.scheduled.map(({ text, atMs }) => `${clockTime(atMs)} ${text}`);
	}

	/** The scheduled posts in the order of their times. */
	get scheduled() {
		return [...this.service.state.posts.values()]
			.flatMap(({ id, text, status, schedule, destinations }) =>
				status === 'scheduled' && schedule
					? [{ id, text, atMs: schedule.atMs, accounts: destinations.map(accountOf) }]
					: [],
			)
			.sort((a, b) => a.atMs - b.atMs);
	}

	/** Accounts that have two posts at the same time. */
	get shared(): string[] {
		const seen = new Map<string, string>();
		return this.scheduled.flatMap(({ text, atMs, accounts }) =>
			accounts.flatMap((account) => {
				const place = `${account} ${clockTime(atMs)}`;
				const other = seen.get(place);
				seen.set(place, text);
				return other === undefined ? [] : [`${place}: ${other} and ${text}`];
			}),
		);
	}

	/** Sets the clock of the service forward to a time of day. */
	async beginAt(time: string): Promise<void> {
		const now = this.service.clock.now();
		const day = new Date(now + 86_400_000).toISOString().slice(0, 10);
		await this.service.clock.advance(Date.parse(`${day}T${time}:00.000Z`) - now);
	}

	/** A post that somebody schedules by hand, so many days after today. */
	async scheduleByHand(text: string, time: string, days = 0, account = 'Bread on Shortpost') {
		const now = this.service.clock.now() + days * 86_400_000;
		const scheduledAt = `${new Date(now).toISOString().slice(0, 10)}T${time}:00Z`;
		const accountIds = [this.service.accountId(account)];
		const parameters = { text, accountIds, afterCreate: 'schedule', scheduledAt, timezone: 'UTC' };
		const { items, error } = await this.run('post', 'create', parameters);
		if (error !== undefined) throw error;
		return String(items[0]?.json.id);
	}
}

const accountOf = ({ content }: { content: { account_id: string } }) => content.account_id;

function clockTime(timeMs: number): string {
	return new Date(timeMs).toISOString().slice(8, 16).replace('T', ' ');
}

/** The service numbers its records: of two posts in a slot, the one that was created first has the earlier ID. */
export function useSlotHarness(): SlotHarness {
	const harness = new SlotHarness();
	beforeEach(async () => {
		await harness.open();
		let count = 8;
		harness.service.state.newId = (kind) => `${kind}_${++count}`;
		await harness.beginAt('07:00');
	});
	afterEach(async () => await harness.close());
	return harness;
}

/** Without the day of the month, which depends on when the test runs. */
export const timesOf = (queue: string[]) => queue.map((entry) => entry.slice(3));

export const titles = (...names: string[]): INodeExecutionData[] =>
	names.map((title) => ({ json: { guid: title, title } }));

export const errorOf = ({ error }: NodeRun) =>
	error === undefined ? undefined : `${error.message} ${error.description ?? ''}`;
