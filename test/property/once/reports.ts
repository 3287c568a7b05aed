import type { INodeExecutionData } from 'n8n-workflow';

import type { NodeRun } from '../../engine';
import { failedItems, indexOf, postedItems } from '../posts/itemNumbers';
import type { RunRecord } from './world';

/** What a run has put out for one of its input items. */
export type Report =
	| { is: 'posted'; postId: string }
	| { is: 'postedBefore' }
	| { is: 'failed'; text: string }
	/** The run has failed because of other items. */
	| { is: 'discarded'; isNamed: boolean };

/** All that a run has put out for each input item that has reached the node. */
export function reportsOf(record: RunRecord, run: NodeRun): Report[][] {
	return record.inLoop ? reportsOfLoop(record, run) : reportsOfItems(record, run);
}

function reportsOfItems({ items, onError }: RunRecord, run: NodeRun): Report[][] {
	const failed = failedItems(run);
	return items.map((_, index) => {
		if (run.status === 'error') {
			if (failed.has(index)) return [failureOf(run)];
			return [{ is: 'discarded', isNamed: postedItems(run).has(index) }];
		}
		return run.outputs.flatMap((output, place) =>
			output
				.filter(({ pairedItem }) => indexOf(pairedItem) === index)
				.map((data) => reportOf(data, place, onError)),
		);
	});
}

/** A round of the loop has one item; the one that fails has no output. */
function reportsOfLoop({ onError }: RunRecord, run: NodeRun): Report[][] {
	return run.rounds.map((outputs, round) => {
		const reports = outputs.flatMap((output, place) =>
			output.map((data) => reportOf(data, place, onError)),
		);
		const isFailed = run.status === 'error' && round === run.rounds.length - 1;
		return isFailed ? [...reports, failureOf(run)] : reports;
	});
}

function reportOf(data: INodeExecutionData, place: number, onError: RunRecord['onError']): Report {
	const { json } = data;
	const isError = typeof json.error === 'string' && 'requestId' in json;
	const errorPlace = onError === 'continueErrorOutput' ? 2 : 0;
	if (isError && place === errorPlace) return { is: 'failed', text: JSON.stringify(json) };
	if (place === 1 || json.posted_before === true) return { is: 'postedBefore' };
	return { is: 'posted', postId: String(json.id) };
}

function failureOf({ error }: NodeRun): Report {
	return { is: 'failed', text: `${error?.message}. ${error?.description}` };
}
