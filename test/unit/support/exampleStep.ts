import vm from 'node:vm';
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { readExample } from '../../n8n/examples';

/** The time at which the code of an example runs. */
export const NOW = DateTime.fromISO('2030-01-07T09:00:00Z');

interface Surroundings {
	/** The outputs of earlier steps, by name. */
	steps?: Record<string, IDataObject>;
	/** The data that n8n stores between runs. */
	memory?: IDataObject;
}

/** Runs the code of an example's step and returns its items. */
export function runStep(
	fileName: string,
	step: string,
	input: IDataObject[],
	{ steps = {}, memory = {} }: Surroundings = {},
): IDataObject[] {
	const node = readExample(fileName).nodes.find(({ name }) => name === step);
	const items = input.map((json) => ({ json }));
	const globals = {
		DateTime: { now: () => NOW, fromISO: (text: string) => DateTime.fromISO(text) },
		$input: { all: () => items, first: () => items[0] },
		$: (name: string) => ({ first: () => ({ json: steps[name] }) }),
		$getWorkflowStaticData: () => memory,
	};
	const code = `(() => {${String(node?.parameters.jsCode)}})()`;
	const output = vm.runInNewContext(code, globals) as Array<{ json: IDataObject }>;
	return output.map(({ json }) => json);
}

/** What the examples that read a feed make of its entries, as n8n's XML step returns them. */
export function cleanUp(item: IDataObject | IDataObject[]): IDataObject[] {
	return cleanUpFeed({ rss: { channel: { item } } });
}

export function cleanUpFeed(feed: IDataObject): IDataObject[] {
	return runStep('rss-to-post.json', 'Clean Up Items', [feed]);
}
