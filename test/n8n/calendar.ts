import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { DateTime } from 'luxon';

import { ByHand } from '../unit/support/byHand';
import { DataTable, type Row } from './dataTable';
import { readExample } from './examples';
import type { OwnTestbed } from './testbed';
import { TIMEOUT_MS, waitUntil } from './waitUntil';
import { pollTriggerStep, webhookStep } from './workflows';

export const CALENDAR_EXAMPLE = 'table-to-calendar.json';
export const CALENDAR_CSV = path.join(__dirname, '..', '..', 'examples', 'table-to-calendar.csv');
const TIME_ZONE = 'Europe/Berlin';
/** As people write a time into the table, and as the workflow does. */
const ENTERED_FORMAT = 'dd.MM.yyyy HH:mm';
const SHOWN_FORMAT = 'yyyy-MM-dd HH:mm';
const DAY_MS = 24 * 60 * 60 * 1_000;

export type Command =
	| 'create'
	| 'edit'
	| 'schedule'
	| 'reschedule'
	| 'cancel'
	| 'delete'
	| 'publish';

/** A request in which n8n is killed. */
export interface Kill {
	command: Command;
	/** Whether the service has carried it out by then. */
	when: 'before' | 'after';
}

/** A post as somebody sees it, in the table or at the service. */
export interface Shown {
	id: string;
	status: string;
	/** In the time zone of the workflow; empty if the post is not scheduled. */
	scheduledAt: string;
	links: string;
	text?: string;
	/** Their names. */
	accounts?: string;
}

/** Posts of a month that are planned in a data table, with the example workflow and the table that its CSV file makes. */
export class Calendar {
	/** What people do at the service. */
	readonly byHand: ByHand;

	private constructor(
		private readonly testbed: OwnTestbed,
		readonly table: DataTable,
		private readonly webhookPath: string,
		private readonly firstDay: DateTime,
	) {
		this.byHand = new ByHand(testbed);
	}

	/** Starts at midnight. */
	static async create(testbed: OwnTestbed): Promise<Calendar> {
		const { n8n, service, workspaceId } = testbed;
		const table = await DataTable.importCsv(n8n.rest, 'Calendar', CALENDAR_CSV);
		const webhookPath = randomUUID();
		const { pollTimes } = pollTriggerStep({}).parameters;
		const workflow = readExample(CALENDAR_EXAMPLE, {
			'Read Rows': { dataTableId: { __rl: true, mode: 'list', value: table.id } },
			'Create or Update Post': { workspaceId },
			'When a Post Is Published or Fails': { workspaceId, pollTimes: pollTimes ?? null },
		});
		for (const node of workflow.nodes) {
			// The test decides when an hour is over.
			if (node.name === 'Every Hour')
				Object.assign(node, webhookStep(webhookPath), { name: node.name });
			delete node.disabled;
		}
		workflow.settings = { ...workflow.settings, timezone: TIME_ZONE };
		await n8n.importWorkflow(workflow, { active: true });

		const now = DateTime.fromMillis(service.clock.now(), { zone: TIME_ZONE });
		const firstDay = now.plus({ days: 1 }).startOf('day');
		await service.clock.advance(firstDay.diff(now).toMillis());
		return new Calendar(testbed, table, webhookPath, firstDay);
	}

	/** A time of a day of the month, as people write it into the table. Days count from 1. */
	at(day: number, hour = 9): string {
		return this.firstDay.plus({ days: day - 1, hours: hour }).toFormat(ENTERED_FORMAT);
	}

	async add(text: string, wanted_status: string, more: Row = {}): Promise<void> {
		await this.table.insert([{ text, wanted_status, accounts: 'Bread on Shortpost', ...more }]);
	}

	/** Changes the row with this text. */
	async change(text: string, data: Row): Promise<void> {
		await this.table.update('text', text, data);
	}

	async row(text: string): Promise<Row> {
		const row = (await this.table.rows()).find((each) => each.text === text);
		if (row === undefined) throw new Error(`The table has no row ${text}`);
		return row;
	}

	async postId(text: string): Promise<string> {
		return (await this.row(text)).post_id ?? '';
	}

	/** Runs the workflow as at the end of an hour. */
	async run(): Promise<void> {
		const { status, body } = await this.testbed.n8n.callWebhook(this.webhookPath);
		if (status !== 200) throw new Error(`The run failed: ${body}`);
	}

	/** Starts a run, kills n8n in the middle of a request, and runs the workflow again in an n8n that is new. */
	async runKilledAt({ command, when }: Kill): Promise<void> {
		const { n8n, service } = this.testbed;
		service.faults.add({ operation: `${command}_post`, action: { kind: 'stall', when } });
		const isKilledLater = this.testbed.n8n.callWebhook(this.webhookPath).catch(() => undefined);
		await waitUntil(
			() => service.faults.pending === 0,
			TIMEOUT_MS,
			`a request to ${command} a post`,
		);
		await n8n.kill9();
		await isKilledLater;
		await n8n.start();
		await this.run();
	}

	/** Ends the day at the service, which publishes all posts of that day. n8n's own clock does not change. */
	async nextDay(): Promise<void> {
		await this.testbed.service.clock.advance(DAY_MS);
	}

	/** Waits until the part of the workflow that starts with an outcome has written it. */
	async written(text: string, column: string, value: string): Promise<void> {
		const isWritten = async () => (await this.row(text))[column] === value;
		await waitUntil(isWritten, TIMEOUT_MS, `${column} ${value} in the row ${text}`);
	}

	/** Each post of a row, as the table shows it. */
	async accordingToTable(): Promise<Shown[]> {
		const rows = (await this.table.rows()).filter(({ post_id }) => post_id);
		return rows.map((row) => ({
			id: row.post_id ?? '',
			status: row.status ?? '',
			scheduledAt: row.scheduled_at ?? '',
			links: row.link ?? '',
			// A post that is out keeps its content.
			...(row.action !== 'locked' && { text: row.text ?? '', accounts: row.accounts ?? '' }),
		}));
	}

	/** Each post, as the service shows it. */
	accordingToService(): Required<Shown>[] {
		const { posts, accounts } = this.testbed.service.state;
		return [...posts.values()].map(({ id, text, status, schedule, destinations }) => ({
			id,
			status,
			scheduledAt: schedule
				? DateTime.fromMillis(schedule.atMs, { zone: TIME_ZONE }).toFormat(SHOWN_FORMAT)
				: '',
			links: destinations
				.flatMap(({ publications }) => publications.map(({ url }) => url))
				.join(' '),
			text,
			accounts: destinations
				.map(({ content }) => accounts.get(content.account_id)?.name)
				.join(', '),
		}));
	}
}
