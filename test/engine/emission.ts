import type { IDataObject, IPollFunctions, IRun } from 'n8n-workflow';

/** What happens when the node hands over an event: in the order of time. */
export type EmitFault =
	/** n8n is killed before it has saved the static data, or before the execution exists. */
	| 'killBeforeSave'
	| 'killBeforeStart'
	/** n8n is killed while the execution runs, or right after it has ended. */
	| 'killDuringRun'
	| 'killAfterRun'
	/** The database refuses the static data, or the new execution. */
	| 'loseSave'
	| 'failStart';

/** Whose way of reporting the end of an execution to a polling trigger. */
export type EmittingVersion = 'n8n 1' | 'n8n 2';

/** What n8n does with the events that a polling trigger hands over. */
export interface EmissionOptions {
	/** Default: n8n 2. */
	version?: EmittingVersion;
	/** What happens to the next event that is handed over. */
	nextFault?: () => EmitFault | undefined;
	/** What another node of the workflow does with the static data that the execution has loaded. */
	changeStaticData?: (staticData: IDataObject) => void;
	/** What an execution waits for before it starts, such as others under a concurrency limit. */
	untilStart?: () => Promise<void>;
	/** What an execution waits for before it ends, beyond its nodes. */
	untilEnd?: () => Promise<void>;
}

/** An execution that exists. */
export interface RunningExecution {
	ended: Promise<IRun>;
}

type DonePromise = NonNullable<Parameters<IPollFunctions['__emit']>[2]>;

/** What a call in a killed process returns. */
export async function never(): Promise<never> {
	return await new Promise(() => undefined);
}

/**
 * Reports the end of an execution to a polling trigger, exactly as n8n does: 1.123.81 (active-workflow-manager.js)
 * reads `resolve` only once the execution exists, and leaves a failure to start to the process, which logs it; 2.39.10
 * (workflows/triggers/trigger-execution-context.factory.js) reads it at once and rejects the promise then.
 */
export function settleDone(
	version: EmittingVersion,
	started: Promise<RunningExecution>,
	done: DonePromise,
): void {
	const executions = { getPostExecutePromise: async ({ ended }: RunningExecution) => await ended };
	if (version === 'n8n 2') {
		void started
			.then(async (execution) => await executions.getPostExecutePromise(execution))
			.then(done.resolve, (error: Error) => done.reject(error));
		return;
	}
	void started.then(
		(execution) => {
			executions.getPostExecutePromise(execution).then(done.resolve).catch(done.reject);
		},
		() => undefined,
	);
}
