import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { workflowZoneProperty } from '../properties/schedule';
import { isTimeZone, timeZones } from '../properties/dateTime';
import { firstText } from '../shared/json';

/** The zones, and first the one of the workflow, which the form knows. */
export async function getTimeZones(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const zone = firstText(this.getCurrentNodeParameter(workflowZoneProperty.name)) ?? '';
	const name = isTimeZone(zone) ? `Timezone of the Workflow (${zone})` : 'Timezone of the Workflow';
	return [{ name, value: '' }, ...timeZones.map((each) => ({ name: each, value: each }))];
}
