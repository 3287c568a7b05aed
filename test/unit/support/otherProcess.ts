import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

import type { Clock } from '../../../nodes/SocialPublishing/shared/clock';
import { loadInFreshProcess } from './freshProcess';

/** Another process of n8n with the node, and a memory of its own. */
export class OtherProcess {
	private constructor(
		readonly nodeType: INodeType,
		/** The clock of its nodes. */
		readonly clock: Clock,
	) {}

	/** Loads the node as another process does; one at a time. */
	static async start(): Promise<OtherProcess> {
		return await loadInFreshProcess(async () => {
			const { SocialPublishing } = await import(
				'../../../nodes/SocialPublishing/SocialPublishing.node'
			);
			const { clock } = await import('../../../nodes/SocialPublishing/shared/clock');
			return new OtherProcess(new SocialPublishing(), clock);
		});
	}

	/**
	 * The node, in a process that ends at some point: each call of an n8n helper that reaches out of the process has one
	 * before its effect and one after it, counted from 1.
	 */
	killedAt(killPoint: number): { nodeType: INodeType; killed: Promise<void> } {
		let points = 0;
		return this.killedWhen(() => ++points >= killPoint);
	}

	/**
	 * The node, in a process that ends at the first of these points at which a condition holds. What it has sent by then
	 * still arrives.
	 */
	killedWhen(isTime: () => boolean): { nodeType: INodeType; killed: Promise<void> } {
		let isOver = false;
		let callsUnderWay = 0;
		let die = () => {};
		const killed = new Promise<void>((resolve) => {
			die = resolve;
		});
		const dieIfOver = () => {
			if (isOver && callsUnderWay === 0) die();
		};
		const nodeType = this.withPoints({
			async reach() {
				isOver ||= isTime();
				dieIfOver();
				if (isOver) await new Promise(() => {});
			},
			begin: () => void callsUnderWay++,
			end() {
				callsUnderWay--;
				dieIfOver();
			},
		});
		return { nodeType, killed };
	}

	/** The node, which waits for something that happens at the first of these points at which a condition holds. */
	heldWhen(isTime: () => boolean, happen: () => Promise<void>): INodeType {
		let hasHappened = false;
		return this.withPoints({
			async reach() {
				if (hasHappened || !isTime()) return;
				hasHappened = true;
				await happen();
			},
		});
	}

	/** The same, at the n-th of these points. */
	heldAt(pointAt: number, happen: () => Promise<void>): INodeType {
		let points = 0;
		return this.heldWhen(() => ++points === pointAt, happen);
	}

	/** The node, which waits at each of these points. */
	heldAtEach(reach: () => Promise<void>): INodeType {
		return this.withPoints({ reach });
	}

	private withPoints(points: Points): INodeType {
		const { nodeType } = this;
		return Object.create(nodeType, {
			execute: {
				async value(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
					const helpers = withPoints(this.helpers, points);
					const functions = Object.assign(Object.create(this), { helpers });
					return (await nodeType.execute?.call(functions)) as INodeExecutionData[][];
				},
			},
		});
	}
}

type Helpers = IExecuteFunctions['helpers'];

interface Points {
	/** Before a call of a helper, and after it. */
	reach: () => Promise<void>;
	/** Around the call itself. */
	begin?: () => void;
	end?: () => void;
}

function withPoints(helpers: Helpers, { reach, begin, end }: Points): Helpers {
	const around = <Parameters extends unknown[], Result>(
		helper: (this: IExecuteFunctions, ...parameters: Parameters) => Promise<Result>,
	) =>
		async function (this: IExecuteFunctions, ...parameters: Parameters): Promise<Result> {
			await reach();
			begin?.();
			const result = await helper.apply(this, parameters).finally(end);
			await reach();
			return result;
		};
	return {
		...helpers,
		httpRequestWithAuthentication: around(helpers.httpRequestWithAuthentication),
		checkProcessedAndRecord: around(helpers.checkProcessedAndRecord),
		removeProcessed: around(helpers.removeProcessed),
	};
}
