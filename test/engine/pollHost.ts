import { ExecutionLifecycleHooks, PollContext, WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	type INode,
	type INodeExecutionData,
	type IPollFunctions,
	type IRun,
	type Workflow,
	type WorkflowActivateMode,
} from 'n8n-workflow';
import { additionalDataFor, credentialsHelperFor, type CredentialSetup } from './additionalData';
import { credentialReferences } from './credentials';
import {
	never,
	settleDone,
	type EmitFault,
	type EmissionOptions,
	type RunningExecution,
} from './emission';
import './processedItems';
import { asSaved } from './savedWorkflow';
import { buildWorkflow, savedNode, type NodeSetup } from './workflow';
import { WorkflowRecord } from './workflowRecord';

export interface PollHostOptions extends NodeSetup, CredentialSetup, EmissionOptions {
	/** Shared by hosts that are one n8n before and after a restart. */
	record?: WorkflowRecord;
}

/** An execution that a poll has started, and what its first node has passed on. */
export interface PolledExecution {
	items: INodeExecutionData[];
	hasEnded: boolean;
}

/** What n8n does around one polling trigger, while its process lives. */
export class PollHost {
	/** Oldest first. */
	readonly executions: PolledExecution[] = [];
	/** Errors of polls from which n8n makes a failed execution. */
	readonly errors: Error[] = [];
	readonly record: WorkflowRecord;
	private isAlive = true;
	private kill: () => void = () => undefined;
	private readonly killed = new Promise<void>((resolve) => (this.kill = resolve));
	private readonly running = new Set<Promise<void>>();
	private workflow: Workflow | undefined;
	private functions: IPollFunctions | undefined;

	constructor(private readonly options: PollHostOptions) {
		this.record = options.record ?? new WorkflowRecord();
	}

	/** Publishes the workflow, or starts n8n with a published one (`init`), and waits for the executions. */
	async activate(mode: WorkflowActivateMode = 'activate'): Promise<void> {
		await this.start(mode);
		await this.settled();
	}

	/** What n8n waits for when a workflow becomes active: it polls once and saves the static data. */
	async start(mode: WorkflowActivateMode): Promise<void> {
		const workflow = this.load();
		this.workflow = workflow;
		this.functions = await this.contextOf(workflow, mode);
		await this.untilKilled(this.runPoll());
		if (this.isAlive) this.record.save(workflow);
	}

	/** One poll of the active workflow, and the executions that it starts. */
	async poll(): Promise<void> {
		await this.tick();
		await this.settled();
	}

	/** One poll of the active workflow. */
	async tick(): Promise<void> {
		await this.untilKilled(
			this.runPoll().catch((error: Error) => {
				if (this.isAlive) this.errors.push(error);
			}),
		);
	}

	/** Waits for the executions that have been started. */
	async settled(): Promise<void> {
		while (this.isAlive && this.running.size > 0) await this.untilKilled(Promise.all(this.running));
		// What the node does once an execution has ended.
		await new Promise((resolve) => setImmediate(resolve));
	}

	/** From now on, nothing that this process does reaches the database. */
	kill9(): void {
		this.isAlive = false;
		this.running.clear();
		this.kill();
	}

	get isRunning(): boolean {
		return this.isAlive;
	}

	private async untilKilled(work: Promise<unknown>): Promise<void> {
		await Promise.race([work, this.killed]);
	}

	private async runPoll(): Promise<void> {
		if (!this.functions || !this.workflow) throw new Error('The workflow is not active');
		const { type, typeVersion } = this.node;
		const nodeType = this.workflow.nodeTypes.getByNameAndVersion(type, typeVersion);
		const result = await nodeType.poll?.call(this.functions);
		if (result && this.isAlive) this.functions.__emit(result);
	}

	private get node(): INode {
		return savedNode(this.options, credentialReferences(this.options.credentials ?? {}));
	}

	private load(): Workflow {
		return buildWorkflow(this.options, this.node, { staticData: this.record.staticData });
	}

	private async contextOf(
		workflow: Workflow,
		activation: WorkflowActivateMode,
	): Promise<IPollFunctions> {
		const additionalData = additionalDataFor(await credentialsHelperFor(this.options));
		return new PollContext(
			workflow,
			this.node,
			additionalData,
			'trigger',
			activation,
			(data, _response, done) => {
				const started = this.emit(workflow, structuredClone(data));
				if (done) settleDone(this.options.version ?? 'n8n 2', started, done);
				const running: Promise<void> = started
					.then(async ({ ended }) => void (await ended))
					.catch(() => undefined)
					.then(() => void this.running.delete(running));
				this.running.add(running);
			},
		);
	}

	/** n8n saves the static data and starts the execution at the same time. */
	private async emit(workflow: Workflow, data: INodeExecutionData[][]): Promise<RunningExecution> {
		if (!this.isAlive) return await never();
		const fault = this.options.nextFault?.();
		if (fault === 'killBeforeSave') return await this.die();
		if (fault === 'loseSave') workflow.staticData.__dataChanged = false;
		this.record.save(workflow);
		workflow.staticData.__dataChanged = false;
		await Promise.resolve();
		if (!this.isAlive || fault === 'killBeforeStart') return await this.die();
		if (fault === 'failStart') throw new Error('The database is away');
		await this.options.untilStart?.();
		return { ended: this.run(data, fault) };
	}

	private async run(data: INodeExecutionData[][], fault: EmitFault | undefined): Promise<IRun> {
		const execution: PolledExecution = { items: [], hasEnded: false };
		this.executions.push(execution);
		const loaded = this.load();
		const run = await this.execute(loaded, data);
		if (!this.isAlive || fault === 'killDuringRun') return await this.die();
		await this.options.untilEnd?.();
		if (!this.isAlive) return await never();
		execution.items = run.data.resultData.runData[this.node.name]?.[0]?.data?.main?.[0] ?? [];
		execution.hasEnded = true;
		if (this.options.changeStaticData) {
			const { staticData } = loaded;
			this.options.changeStaticData(staticData);
			this.record.staticData = staticData;
		}
		return fault === 'killAfterRun' ? await this.die() : run;
	}

	private async execute(workflow: Workflow, data: INodeExecutionData[][]): Promise<IRun> {
		const additionalData = additionalDataFor(await credentialsHelperFor(this.options), {
			executionId: String(this.executions.length),
		});
		additionalData.hooks = new ExecutionLifecycleHooks('trigger', '1', asSaved(workflow));
		const node = workflow.getNode(this.node.name) ?? this.node;
		const executionData = { nodeExecutionStack: [{ node, data: { main: data }, source: null }] };
		const runData = createRunExecutionData({ executionData });
		const engine = new WorkflowExecute(additionalData, 'trigger', runData);
		return await engine.processRunExecutionData(workflow);
	}

	private async die(): Promise<never> {
		this.kill9();
		return await never();
	}
}
