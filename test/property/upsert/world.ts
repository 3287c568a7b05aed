import type { IDataObject, INodeExecutionData, INodeParameters, INodeType } from 'n8n-workflow';

import { storeBinary, type NodeRun } from '../../engine';
import type { Dialect, JournalEntry } from '../../service';
import { jpeg } from '../../unit/support/files';
import { byId, NodeHarness } from '../../unit/support/nodeHarness';
import { ACCOUNTS, PostWorld, type PostState } from '../posts/postWorld';
import { services } from './services';
import { ROWS, type ChangeStep, type RunStep, type Wanted, type Weeks } from './weeks';

/** A row of the table. */
export interface Row {
	/** Its number, which the key contains. */
	number: number;
	text: string;
	account: string;
	audience: string;
	/** The width of its picture; 0: none. */
	picture: number;
	wanted: Wanted;
	timeMs: number;
	/** What the workflow has written back; both are empty where it has not. */
	id: string;
	etag: string;
}

/** A run of the node: the rows it got, what there was at the service before and after it, and what it did. */
export interface RunRecord {
	index: number;
	step: RunStep;
	isRetry: boolean;
	/** The quiet runs that end the weeks are numbered from 1. */
	quiet?: number | undefined;
	rows: Row[];
	/** Whether the last run with the row has put it out undisturbed, so that all is known of it. */
	wasSettled: boolean[];
	startMs: number;
	before: PostState[];
	after: PostState[];
	/** What the node has sent other than reads and checks. */
	commands: JournalEntry[];
	/** Of each execution that was not killed. */
	ended: NodeRun[];
}

const FAILING_ACCOUNT = 'Always fails';
const WIDTHS = [0, 40, 41];
const HOURS_AHEAD = { near: 5, far: 500 };
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

const pictures = new Map<number, Promise<Buffer>>();

/** Everything around the node, and a table whose rows become posts. */
export class World extends PostWorld<RunRecord> {
	readonly rows: Row[] = [];
	/** The rows of which all is known: see `RunRecord.wasSettled`. */
	readonly settled = new Set<number>();

	private constructor(readonly weeks: Weeks) {
		super(new NodeHarness(), weeks.lists);
	}

	static async open(weeks: Weeks): Promise<World> {
		const world = new World(weeks);
		const { service: dialect, hasHostileIds: hostileIds } = weeks;
		await world.start({ dialect: services[dialect], hostileIds });
		const { service } = world.harness;
		for (let number = 0; number < ROWS; number++) {
			const account = service.accountId(ACCOUNTS[0] ?? '');
			world.rows.push({
				...{ number, account, audience: 'everybody', picture: 0, id: '', etag: '' },
				...{ text: `item ${number}`, wanted: weeks.wanted[number] ?? 'draft' },
				timeMs: world.timeIn(HOURS_AHEAD.far),
			});
			world.settled.add(number);
		}
		return world;
	}

	get dialect(): Dialect {
		return services[this.weeks.service];
	}

	row(number: number): Row {
		const row = this.rows[number];
		if (row === undefined) throw new Error(`There is no row ${number}`);
		return row;
	}

	change({ row: number, to }: ChangeStep): void {
		const row = this.row(number);
		switch (to) {
			case 'text':
				row.text = `item ${number}, version ${this.nextVersion()}`;
				break;
			case 'account':
				row.account = this.otherAccount(row.account);
				break;
			case 'failingAccount':
				row.account = this.failingAccount;
				break;
			case 'audience':
				row.audience = row.audience === 'friends' ? 'everybody' : 'friends';
				break;
			case 'picture':
				row.picture = WIDTHS[WIDTHS.indexOf(row.picture) + 1] ?? 40;
				break;
			case 'near':
			case 'far':
				row.timeMs = this.timeIn(HOURS_AHEAD[to]) + this.nextVersion() * MINUTE_MS;
				break;
			case 'noId':
				Object.assign(row, { id: '', etag: '' });
				break;
			default:
				row.wanted = to;
		}
	}

	get failingAccount(): string {
		return this.harness.service.accountId(FAILING_ACCOUNT);
	}

	/** The text of a row as the table has it. */
	textOf({ text, number }: Row): string {
		return `${text}\r\nhttps://example.com/${number} and https://example.com \r\n`;
	}

	/** The time of a row as the service stores it. */
	keptTimeMs({ timeMs }: Row): number {
		return this.dialect.keptTime(timeMs);
	}

	/** The options of a row as they are sent. */
	optionsOf({ audience }: Row): Record<string, unknown> {
		return this.weeks.destinations === 'json' ? { zoom: 2, audience } : {};
	}

	async run(
		nodeType: INodeType,
		{ step, rows }: Pick<RunRecord, 'step' | 'rows'>,
		retryOf: NodeRun | undefined,
	): Promise<NodeRun> {
		const { onError } = step;
		return await this.harness.run('post', 'upsert', this.parameters(step), {
			nodeType,
			workflowId: this.workflowId,
			input: await Promise.all(rows.map(async (row) => await this.inputOf(row))),
			...(onError && { continueOnFail: onError }),
			...(retryOf && { retryOf }),
		});
	}

	private parameters({ option }: RunStep): INodeParameters {
		const { destinations, whenLocked, waitForOutcome } = this.weeks;
		return {
			postId: byId('={{ $json.id }}'),
			itemKey: '={{ $json.key }}',
			text: '={{ $json.text }}',
			destinationInput: destinations,
			...(destinations === 'accounts'
				? { accountIds: '={{ [$json.account] }}' }
				: { destinationsJson: '={{ $json.destinations }}' }),
			mediaSource: '={{ $binary.data ? "input" : "none" }}',
			binaryPropertyNames: 'data',
			wantedStatus: '={{ $json.wanted }}',
			scheduledAt: '={{ $json.time }}',
			waitForOutcome,
			options: {
				...(whenLocked === 'fail' && { whenLocked }),
				...(option === 'show' && { dryRun: true }),
				...(option === 'guard' && { onlyIfUnchangedSince: '={{ $json.etag }}' }),
			},
		};
	}

	private async inputOf(row: Row): Promise<INodeExecutionData> {
		const { number, account, picture, wanted, timeMs, id, etag } = row;
		const destinations = [{ account_id: account, options: this.optionsOf(row) }];
		const json: IDataObject = {
			...{ key: `row ${number}`, id, etag, account, wanted, text: this.textOf(row) },
			destinations: JSON.stringify(destinations),
			time: new Date(timeMs).toISOString(),
		};
		if (picture === 0) return { json };
		const bytes = pictures.get(picture) ?? jpeg(picture, 30);
		pictures.set(picture, bytes);
		return { json, binary: { data: await storeBinary(await bytes, 'a.jpg', 'image/jpeg') } };
	}

	/** In some hours, half a minute past a full one: services may keep only minutes. */
	private timeIn(hours: number): number {
		const { clock } = this.harness.service;
		return (Math.floor((clock.now() + hours * HOUR_MS) / MINUTE_MS) + 0.5) * MINUTE_MS;
	}
}
