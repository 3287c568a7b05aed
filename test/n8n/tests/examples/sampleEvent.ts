import type { IDataObject } from 'n8n-workflow';

import { outputOf, type Execution } from '../../execution';
import { type WorkflowJson } from '../../rest';

/** Expects that the event pinned to a trigger has the fields of the event that the service has sent. */
export function expectSampleLike(
	{ pinData = {} }: WorkflowJson,
	trigger: string,
	execution: Execution,
): void {
	const sample = pinData[trigger]?.[0]?.json ?? {};
	const sent = outputOf(execution, trigger)[0]?.json ?? {};
	expect(Object.keys(sample).sort()).toEqual(Object.keys(sent).sort());
	expect(Object.keys(sample.data as IDataObject)).toEqual(Object.keys(sent.data as IDataObject));
	expect(sample.type).toBe(sent.type);
}
