import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { NodeRun } from '../../../../engine';
import type { Dialect, ServiceOptions } from '../../../../service';
import { ByHand } from '../../../support/byHand';
import { byId, NodeHarness } from '../../../support/nodeHarness';
import { OtherProcess } from '../../../support/otherProcess';

type RunOptions = Parameters<NodeHarness['run']>[3];

/** The commands on posts, none of which is sent by a run that changes nothing. */
const COMMANDS =
	/^(create|edit|delete|publish|schedule|reschedule|cancel)_post$|media_upload|retry_delivery/;

const HOUR_MS = 3_600_000;

/** A row that wants a draft. */
export const breadRow = (more: IDataObject = {}): IDataObject => ({
	key: 'row 1',
	text: 'Fresh bread',
	status: 'draft',
	...more,
});

/** A table whose rows are posts, in n8n's engine. */
export class TableHarness extends NodeHarness {
	readonly byHand = new ByHand(this);

	parameters(more: INodeParameters = {}): INodeParameters {
		return {
			itemKey: '={{ $json.key }}',
			postId: byId('={{ $json.id }}'),
			text: '={{ $json.text }}',
			accountIds: more.accountIds ?? [this.service.accountId('Bread on Shortpost')],
			wantedStatus: '={{ $json.status }}',
			scheduledAt: '={{ $json.at }}',
			waitForOutcome: false,
			...more,
		};
	}

	/** Runs the node over rows. */
	async upsert(
		rows: Array<IDataObject | INodeExecutionData>,
		more: INodeParameters = {},
		options: RunOptions = {},
	): Promise<NodeRun> {
		const input = rows.map((row): INodeExecutionData => (isItem(row) ? row : { json: row }));
		return await this.run('post', 'upsert', this.parameters(more), { input, ...options });
	}

	/** The only output item of a run over one row. */
	async one(row: IDataObject, more: INodeParameters = {}): Promise<IDataObject> {
		const { items, error } = await this.upsert([row], more);
		if (error !== undefined) throw new Error(`${error.message}. ${error.description ?? ''}`);
		return items[0]?.json ?? {};
	}

	/** Creates the post of `breadRow`, and clears the recorded requests. */
	async made(more: IDataObject = {}): Promise<IDataObject> {
		const output = await this.one(breadRow(more));
		this.requests();
		return output;
	}

	/** The error of a run over one row. */
	async refused(row: IDataObject, more: INodeParameters = {}): Promise<string> {
		const { items, error } = await this.upsert([row], more);
		if (error === undefined) throw new Error(`There is no error: ${JSON.stringify(items)}`);
		return `${error.message}. ${error.description ?? ''}`;
	}

	/** Starts the service again in another dialect. */
	async reopen(dialect: Dialect): Promise<void> {
		await this.close();
		await this.open({ dialect });
	}

	/** Runs a row, then expects that nothing changes any more, with and without its ID. Returns the first output. */
	async settles(row: IDataObject, more: INodeParameters = {}): Promise<IDataObject> {
		const output = await this.one(row, more);
		this.requests();
		for (const id of ['', output.id ?? '']) {
			expect(await this.one({ ...row, id }, more)).toMatchObject({
				id: output.id,
				action: 'unchanged',
			});
		}
		expect(this.commands()).toEqual([]);
		return output;
	}

	/** The commands that the service has received since its requests were last read. */
	commands(): string[] {
		return this.requests().filter((name) => COMMANDS.test(name));
	}

	/** In whole seconds. */
	hoursAhead(hours: number): string {
		const { clock } = this.service;
		return clock.iso(Math.ceil(clock.now() / 1_000) * 1_000 + hours * HOUR_MS);
	}

	get posts() {
		return [...this.service.state.posts.values()].map(({ id, text, status, schedule }) => ({
			id,
			text,
			status,
			at: schedule && this.service.clock.iso(schedule.atMs),
		}));
	}

	/** Another process of n8n, on the service's clock. */
	async startProcess(): Promise<OtherProcess> {
		const process = await OtherProcess.start();
		this.useServiceClock(process.clock);
		return process;
	}

	/** Runs the node in another process, which is killed at the first step at which a condition holds. */
	async killWhen(
		isTime: () => boolean,
		rows: Array<IDataObject | INodeExecutionData>,
		more: INodeParameters = {},
	) {
		const process = await this.startProcess();
		const { nodeType, killed } = process.killedWhen(isTime);
		await Promise.race([this.upsert(rows, more, { nodeType }), killed]);
		await killed;
	}
}

function isItem(row: IDataObject | INodeExecutionData): row is INodeExecutionData {
	return typeof row.json === 'object';
}

export function useTableHarness(options?: ServiceOptions): TableHarness {
	const harness = new TableHarness();
	beforeEach(async () => await harness.open(options));
	afterEach(async () => await harness.close());
	return harness;
}
