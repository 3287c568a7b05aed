import type { IDataObject, INodeExecutionData, INodeType } from 'n8n-workflow';

import { storeBinary, type NodeRun } from '../../engine';
import type { Dialect } from '../../service';
import { NodeHarness } from '../../unit/support/nodeHarness';
import { PostWorld } from '../posts/postWorld';
import { ELSEWHERE, type SurroundingsStep } from '../posts/surroundings';
import { formOf } from './form';
import { PictureHost, pictureOf } from './pictureHost';
import type { Row, RunRecord } from './records';
import { services } from './services';
import { ROWS, type ChangeStep, type HostStep, type RunStep, type Weeks } from './weeks';

const WIDTHS = [0, 40, 41];
const HOURS_AHEAD = { near: 5, far: 500 };
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Everything around the node, and a table whose rows become posts. */
export class World extends PostWorld<RunRecord> {
	readonly rows: Row[] = [];
	/** The rows of which all is known: see `RunRecord.wasSettled`. */
	readonly settled = new Set<number>();

	private readonly pictureHost = new PictureHost();

	private constructor(readonly weeks: Weeks) {
		super(new NodeHarness(), weeks.lists);
	}

	static async open(weeks: Weeks): Promise<World> {
		const world = new World(weeks);
		const { service: dialect, hasHostileIds: hostileIds } = weeks;
		await world.start({ dialect: services[dialect], hostileIds });
		await world.pictureHost.open();
		for (let number = 0; number < ROWS; number++) {
			const account = world.surroundings.accountId(number, 0);
			world.rows.push({
				...{ number, account, brand: 0, audience: 'everybody', picture: 0, id: '', etag: '' },
				...{ mayLackPicture: false, isAgain: false },
				...{ text: `item ${number}`, wanted: weeks.wanted[number] ?? 'draft' },
				timeMs: world.timeIn(HOURS_AHEAD.far),
			});
			world.settled.add(number).add(number + ELSEWHERE);
		}
		return world;
	}

	override async close(): Promise<void> {
		await this.pictureHost.close();
		await super.close();
	}

	/** The rows of a run as the node gets them. */
	rowsOf({ rows, inLoop, elsewhere }: RunStep): Row[] {
		return rows.map((number, place) => {
			const mayLackPicture = this.weeks.pictures === 'addresses' && this.pictureHost.isDown;
			const row = { ...this.row(number), mayLackPicture };
			const isAgain = inLoop === true && rows.indexOf(number) < place;
			return {
				...row,
				...(isAgain && { text: `${row.text}, again`, isAgain }),
				...(elsewhere && {
					number: number + ELSEWHERE,
					account: this.surroundings.accountId(number + ELSEWHERE, 0),
				}),
			};
		});
	}

	override async changeSurroundings(step: SurroundingsStep): Promise<void> {
		await this.surroundings.change(step);
		for (const row of this.rows) {
			row.account = this.surroundings.currentId(row.account);
			this.useBrand(row);
		}
	}

	changeHost(step: HostStep): void {
		this.pictureHost.isDown = step.do === 'hostDown';
	}

	/** Where accounts are given as a brand, they are those that the brand has now. */
	private useBrand(row: Row): void {
		if (this.weeks.destinations !== 'brand') return;
		row.account = this.surroundings.accountsOfBrand(row.brand).sort().join();
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
				row.account = this.surroundings.otherAccount(row.account);
				row.brand = row.brand === 0 ? 1 : 0;
				this.useBrand(row);
				break;
			case 'failingAccount':
				row.account = this.failingAccount;
				this.useBrand(row);
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
		return this.surroundings.failingAccountId;
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
		const { inLoop } = step;
		const workspaceId = this.surroundings.workspaceIdOf(rows[0]?.number ?? 0);
		// In a loop, an error output that leads nowhere ends the loop.
		const onError = inLoop && step.onError ? 'continueRegularOutput' : step.onError;
		return await this.harness.run('post', 'upsert', formOf(this.weeks, step, workspaceId), {
			nodeType,
			credentials: this.credentials,
			...(inLoop && { loop: 'around' }),
			workflowId: this.workflowId,
			input: await Promise.all(rows.map(async (row) => await this.inputOf(row))),
			...(onError && { continueOnFail: onError }),
			...(retryOf && { retryOf }),
		});
	}

	private async inputOf(row: Row): Promise<INodeExecutionData> {
		const { number, account: accountId, brand, picture, wanted, timeMs, id, etag } = row;
		const isNamed = this.weeks.destinations === 'names';
		const account = isNamed ? this.surroundings.nameOf(accountId) : accountId;
		const destinations = [{ account_id: accountId, options: this.optionsOf(row) }];
		const json: IDataObject = {
			...{ key: `row ${number % ELSEWHERE}`, id, etag, account, wanted, text: this.textOf(row) },
			brand: this.surroundings.brandId(brand),
			destinations: JSON.stringify(destinations),
			time: new Date(timeMs).toISOString(),
		};
		if (picture === 0) return { json };
		if (this.weeks.pictures === 'addresses') {
			return { json: { ...json, picture: this.pictureHost.address(picture) } };
		}
		const bytes = await pictureOf(picture);
		return { json, binary: { data: await storeBinary(bytes, 'a.jpg', 'image/jpeg') } };
	}

	/** In some hours, half a minute past a full one: services may keep only minutes. */
	private timeIn(hours: number): number {
		const { clock } = this.harness.service;
		return (Math.floor((clock.now() + hours * HOUR_MS) / MINUTE_MS) + 0.5) * MINUTE_MS;
	}
}
