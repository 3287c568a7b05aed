import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import { WorkflowExecute } from 'n8n-core';

import { PollHost, ProcessedItems, WorkflowRecord } from '../engine';
import { Journal, type JournalEntry } from '../service/journal';
import { NodeHarness } from '../unit/support/nodeHarness';
import { ScriptedServer } from '../unit/support/scriptedServer';
import { Log } from './log';
import type { Turns } from './turns';

/** Headers that the HTTP client adds to a request. */
const OF_CLIENT = new Set([
	...['host', 'connection', 'user-agent', 'accept-encoding'],
	...['content-length', 'transfer-encoding'],
]);

/** Records what passes between a node and what is around it. */
export class Seams {
	private log = new Log();
	private executions = 0;
	private latest: JournalEntry | undefined;

	constructor(private readonly turns: Turns) {}

	open(): void {
		this.recordRequests();
		this.recordStore();
		this.recordStaticData();
		this.recordRuns();
		this.recordMessages();
		this.settlePolls();
	}

	/** From now on, everything is recorded in a new log. */
	restart(): Log {
		this.log = new Log();
		this.executions = 0;
		return this.log;
	}

	/** Whether the newest request to the service gets no response. */
	readonly isLeftOpen = (): boolean => this.latest?.isSilent === true;

	private recordRequests(): void {
		const add = Journal.prototype.add;
		const addEntry = (journal: Journal, given: Parameters<typeof add>[0]): JournalEntry => {
			const entry = add.call(journal, given);
			this.latest = entry;
			this.log.add('request', entry.operation ?? entry.path, () => {
				const { method, path, query, headers, body, status, fault } = entry;
				return { method, path, query, headers: ownHeaders(headers), body, status, fault };
			});
			return entry;
		};
		Journal.prototype.add = function (given) {
			return addEntry(this, given);
		};
		const record = ScriptedServer.prototype['record'];
		const addRequest = (server: ScriptedServer, ...given: Parameters<typeof record>) => {
			const request = record.apply(server, given);
			const { method, url, headers, body } = request;
			const sent = { method, url, headers: ownHeaders(headers), body: String(body) };
			this.log.add('request', request.path, () => sent);
			return request;
		};
		ScriptedServer.prototype['record'] = function (...given) {
			return addRequest(this, ...given);
		};
	}

	/** The calls of n8n's store take turns, too: other processes change it at the same time. */
	private recordStore(): void {
		const { checkProcessedAndRecord: add, removeProcessed: remove } = ProcessedItems.prototype;
		const inTurn = async <Result>(name: string, items: unknown[], call: () => Promise<Result>) => {
			const result = await this.turns.take(`${name} ${items.join()}`, call);
			this.log.add('store', name, () => ({ items, result }));
			return result;
		};
		ProcessedItems.prototype.checkProcessedAndRecord = async function (...given) {
			return await inTurn('add', given[0], async () => await add.apply(this, given));
		};
		ProcessedItems.prototype.removeProcessed = async function (...given) {
			return await inTurn('remove', given[0], async () => await remove.apply(this, given));
		};
	}

	private recordStaticData(): void {
		const recordData = (name: string, data: object) => {
			const text = JSON.stringify(data);
			if (text !== '{}') this.log.add('static data', name, () => JSON.parse(text));
		};
		const { save } = WorkflowRecord.prototype;
		WorkflowRecord.prototype.save = function (workflow) {
			save.call(this, workflow);
			recordData('of the database', this.staticData);
		};
		const { processRunExecutionData: run } = WorkflowExecute.prototype;
		WorkflowExecute.prototype.processRunExecutionData = function (workflow) {
			const running = run.call(this, workflow);
			void running.then(() => recordData('of an execution', workflow.staticData));
			return running;
		};
	}

	private recordRuns(): void {
		const { run } = NodeHarness.prototype;
		const recordRun = async (harness: NodeHarness, given: Parameters<typeof run>) => {
			const [resource, operation, parameters, options] = given;
			const executionId = String(++this.executions);
			const ended = await run.call(harness, resource, operation, parameters, {
				executionId,
				...options,
			});
			const { status, rounds, error, hints } = ended;
			const context = ended.run.data.executionData?.contextData;
			const text = JSON.stringify({ context });
			this.log.add('run', `${resource}:${operation}`, () => {
				return { executionId, status, error, hints, rounds, ...JSON.parse(text) };
			});
			return ended;
		};
		NodeHarness.prototype.run = async function (...given) {
			return await recordRun(this, given);
		};
	}

	/** What a poll leaves to do, also in a process that was killed, is done before the next step. */
	private settlePolls(): void {
		const { turns } = this;
		const { settled } = PollHost.prototype;
		PollHost.prototype.settled = async function () {
			await settled.call(this);
			await turns.untilSettled();
		};
	}

	private recordMessages(): void {
		const logger = Container.get(Logger);
		for (const level of ['info', 'warn', 'error'] as const) {
			logger[level] = (message) => this.log.add('message', level, () => message);
		}
	}
}

const ownHeaders = (headers: object) =>
	Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_CLIENT.has(name)));
