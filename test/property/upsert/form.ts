import type { INodeParameters } from 'n8n-workflow';

import { byId } from '../../unit/support/nodeHarness';
import type { RunStep, Weeks } from './weeks';

const DESTINATIONS: Record<Weeks['destinations'], INodeParameters> = {
	accounts: { accountIds: '={{ [$json.account] }}' },
	names: { accountIds: '={{ [$json.account] }}' },
	json: { destinationInput: 'json', destinationsJson: '={{ $json.destinations }}' },
	brand: { destinationInput: 'brand', brandId: '={{ $json.brand }}' },
};
const MEDIA: Record<Weeks['pictures'], INodeParameters> = {
	files: { mediaSource: '={{ $binary.data ? "input" : "none" }}', binaryPropertyNames: 'data' },
	addresses: { mediaSource: 'address', mediaUrls: '={{ $json.picture ?? "" }}' },
};

/** The parameters of the node. */
export function formOf(
	{ destinations, pictures, whenLocked, waitForOutcome }: Weeks,
	{ option }: RunStep,
	workspaceId: string,
): INodeParameters {
	return {
		workspaceId: byId(workspaceId),
		postId: byId('={{ $json.id }}'),
		itemKey: '={{ $json.key }}',
		text: '={{ $json.text }}',
		...DESTINATIONS[destinations],
		...MEDIA[pictures],
		wantedStatus: '={{ $json.wanted }}',
		scheduledAt: '={{ $json.time }}',
		waitForOutcome,
		options: {
			...(pictures === 'addresses' && { missingMedia: 'skip' }),
			...(whenLocked === 'fail' && { whenLocked }),
			...(option === 'show' && { dryRun: true }),
			...(option === 'guard' && { onlyIfUnchangedSince: '={{ $json.etag }}' }),
		},
	};
}
