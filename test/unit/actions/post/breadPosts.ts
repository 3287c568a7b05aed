import type { INodeParameters } from 'n8n-workflow';

import type { FaultAction } from '../../../service';
import { jpeg } from '../../support/files';
import { byId, itemWithFile, useNodeHarness } from '../../support/nodeHarness';

export const byContent = { idempotency: 'content' };
export const twice = { retryOnFail: { maxTries: 2, waitBetweenTriesMs: 1 } };
export const refused: FaultAction = { kind: 'status', when: 'before', status: 403 };
export const down: FaultAction = { kind: 'status', when: 'before', status: 500 };
export const lost: FaultAction = { kind: 'drop', when: 'after' };

export const breadInput = async () => [await itemWithFile(await jpeg(), 'bread.jpg', 'image/jpeg')];

/** A harness for posts with the file of their input item. */
export function useBreadPosts() {
	const harness = useNodeHarness({ partSizeBytes: 500 });

	const bread = (parameters: INodeParameters = {}): INodeParameters => ({
		text: 'Fresh bread',
		accountIds: [harness.service.accountId('Bread on Shortpost')],
		mediaSource: 'input',
		...parameters,
	});

	async function create(parameters: INodeParameters = {}, options = {}) {
		return await harness.run('post', 'create', bread(parameters), {
			input: await breadInput(),
			...options,
		});
	}

	const fails = (operation: string, action: FaultAction, times = 5) =>
		harness.service.faults.add({ operation, times, action });

	return {
		harness,
		bread,
		create,
		fails,
		mediaIds: () => [...harness.service.state.media.keys()],
		postIds: () => [...harness.service.state.posts.keys()],
		starts: () => harness.journal('begin_media_upload').length,

		/** Acts as another n8n process, which does not know the uploads of this one. */
		async createElsewhere(parameters: INodeParameters = {}) {
			const { baseUrl, token } = harness.service;
			const elsewhere = baseUrl.replace('127.0.0.1', 'localhost');
			return await create(parameters, {
				credentials: { socialPublishingApi: { baseUrl: elsewhere, apiToken: token } },
			});
		},

		async remove(resource: 'post' | 'media', id: string) {
			const { error } = await harness.run(resource, 'delete', { [`${resource}Id`]: byId(id) });
			expect(error).toBeUndefined();
		},

		/** An account that only the service can refuse, because the node cannot read the accounts. */
		unknownAccount() {
			fails('list_accounts', refused);
			return { accountIds: ['unknown'] };
		},
	};
}
