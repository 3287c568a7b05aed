import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { NodeRun } from '../../engine';
import { failedItems, indexOf } from '../posts/itemNumbers';
import type { RunRecord } from './records';

/** What a run has put out for one of its rows. */
export type Report =
	| { is: 'done'; json: IDataObject }
	| { is: 'failed'; text: string }
	/** The run has failed because of other rows. */
	| { is: 'discarded'; text: string };

/** All that a run has put out for each of its rows. */
export function reportsOf({ step, rows }: RunRecord, run: NodeRun): Report[][] {
	if (step.inLoop) return reportsOfLoop(run);
	if (run.status === 'error') {
		const failed = failedItems(run);
		const text = `${run.error?.message}. ${run.error?.description}`;
		return rows.map((_, index) => [{ is: failed.has(index) ? 'failed' : 'discarded', text }]);
	}
	return rows.map((_, index) =>
		run.outputs.flatMap((output, place) =>
			output
				.filter(({ pairedItem }) => indexOf(pairedItem) === index)
				.map((data) => reportOf(data, place, step.onError)),
		),
	);
}

/** A round of the loop has one row; the one that fails has no output, and the rows after it do not reach the node. */
function reportsOfLoop(run: NodeRun): Report[][] {
	return run.rounds.map((outputs, round) => {
		const reports = outputs.flat().map((data) => reportOf(data, 0, 'continueRegularOutput'));
		const isFailed = run.status === 'error' && round === run.rounds.length - 1;
		const text = `${run.error?.message}. ${run.error?.description}`;
		return isFailed ? [...reports, { is: 'failed', text }] : reports;
	});
}

function reportOf(
	{ json }: INodeExecutionData,
	place: number,
	onError: RunRecord['step']['onError'],
): Report {
	const isError = typeof json.error === 'string' && 'requestId' in json;
	const errorPlace = onError === 'continueErrorOutput' ? 1 : 0;
	return isError && place === errorPlace
		? { is: 'failed', text: JSON.stringify(json) }
		: { is: 'done', json };
}
