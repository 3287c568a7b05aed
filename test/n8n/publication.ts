import { PickerClient } from './pickers';
import { TIMEOUT_MS, waitUntil } from './waitUntil';

interface PublicationStatus {
	status: string;
	triggers: Array<{ status: string; errorMessage: string | null }>;
}

/** Activates and deactivates workflows. n8n 2.41 does that in the background, so it waits until it is done. */
export class PublicationClient extends PickerClient {
	/** @throws with n8n's message if a trigger of the workflow cannot be registered */
	async activate(workflowId: string): Promise<void> {
		const { versionId } = await this.request<{ versionId: string }>(
			'GET',
			`/workflows/${workflowId}`,
		);
		await this.request('POST', `/workflows/${workflowId}/activate`, { versionId });
		await this.finishPublication(workflowId);
	}

	async deactivate(workflowId: string): Promise<void> {
		await this.request('POST', `/workflows/${workflowId}/deactivate`, {});
		await this.finishPublication(workflowId);
	}

	private async finishPublication(workflowId: string): Promise<void> {
		let publication: PublicationStatus | undefined;
		await waitUntil(
			async () => {
				publication = await this.publicationStatus(workflowId);
				return publication?.status !== 'in_progress';
			},
			TIMEOUT_MS,
			`the publication of workflow ${workflowId}`,
		);
		const failed = publication?.triggers.find(({ status }) => status === 'failed');
		if (failed) throw new Error(failed.errorMessage ?? 'A trigger could not be registered');
	}

	/** Undefined in versions of n8n that have finished the publication when they respond. */
	private async publicationStatus(workflowId: string): Promise<PublicationStatus | undefined> {
		const path = `/workflows/${workflowId}/publication-status`;
		return await this.request<PublicationStatus>('GET', path).catch((error: unknown) => {
			if (String(error).includes(`${path}: 404 `)) return undefined;
			throw error;
		});
	}
}
