import type { IDataObject, Workflow } from 'n8n-workflow';

/**
 * What n8n's database keeps of a workflow between calls. Share one among several hosts to simulate a restart or
 * simultaneous processes: each call loads the static data at its start and stores it, if changed, at its end.
 */
export class WorkflowRecord {
	/** Whether production webhooks of the workflow are answered. */
	active = false;

	private staticDataJson = '{}';

	/** A copy of the static data as stored now. */
	get staticData(): IDataObject {
		return JSON.parse(this.staticDataJson);
	}

	set staticData(data: IDataObject) {
		this.staticDataJson = JSON.stringify(data);
	}

	/** Stores the changes of a call. */
	save({ staticData }: Workflow): void {
		if (staticData.__dataChanged === true) this.staticData = staticData;
	}
}
