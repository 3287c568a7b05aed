import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

import type { Clock } from '../../../nodes/SocialPublishing/shared/clock';

/** Another process of n8n with the node, and a memory of its own. */
export class OtherProcess {
	private constructor(
		readonly nodeType: INodeType,
		/** The clock of its nodes. */
		readonly clock: Clock,
	) {}

	/** Loads the node as another process does; one at a time. */
	static async start(): Promise<OtherProcess> {
		const loaded: OtherProcess[] = [];
		await jest.isolateModulesAsync(async () => {
			const { SocialPublishing } = await import(
				'../../../nodes/SocialPublishing/SocialPublishing.node'
			);
			const { clock } = await import('../../../nodes/SocialPublishing/shared/clock');
			loaded.push(new OtherProcess(new SocialPublishing(), clock));
		});
		const [process] = loaded;
		if (process === undefined) throw new Error('The node was not loaded');
		return process;
	}

	/**
	 * The node, in a process that ends at some point: each call of an n8n helper that reaches out of the process has one
	 * before its effect and one after it, counted from 1.
	 */
	killedAt(killPoint: number): { nodeType: INodeType; killed: Promise<void> } {
		let points = 0;
		return this.killedWhen(() => ++points >= killPoint);
	}

	/** The node, in a process that ends at the first of these points at which a condition holds. */
	killedWhen(isTime: () => boolean): { nodeType: INodeType; killed: Promise<void> } {
		let die = () => {};
		const killed = new Promise<void>((resolve) => {
			die = resolve;
		});
		const point = async () => {
			if (!isTime()) return;
			die();
			await new Promise(() => {});
		};
		const { nodeType } = this;
		const mortal = Object.create(nodeType, {
			execute: {
				async value(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
					const helpers = withPoints(this.helpers, point);
					const functions = Object.assign(Object.create(this), { helpers });
					return (await nodeType.execute?.call(functions)) as INodeExecutionData[][];
				},
			},
		});
		return { nodeType: mortal, killed };
	}
}

type Helpers = IExecuteFunctions['helpers'];

function withPoints(helpers: Helpers, point: () => Promise<void>): Helpers {
	const around = <Parameters extends unknown[], Result>(
		helper: (this: IExecuteFunctions, ...parameters: Parameters) => Promise<Result>,
	) =>
		async function (this: IExecuteFunctions, ...parameters: Parameters): Promise<Result> {
			await point();
			const result = await helper.apply(this, parameters);
			await point();
			return result;
		};
	return {
		...helpers,
		httpRequestWithAuthentication: around(helpers.httpRequestWithAuthentication),
		checkProcessedAndRecord: around(helpers.checkProcessedAndRecord),
		removeProcessed: around(helpers.removeProcessed),
	};
}
