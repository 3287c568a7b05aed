import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { useNodeHarness } from '../support/nodeHarness';

/** A harness for uploads of the files of input items. */
export function useUploads() {
	const harness = useNodeHarness();
	return {
		harness,
		upload: async (input: INodeExecutionData[], options: INodeParameters = {}) =>
			await harness.run('media', 'upload', { options }, { input }),
		media: () => [...harness.service.state.media.values()],
	};
}
