import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';

import { jpeg } from '../../support/files';
import { itemWithFile, useNodeHarness } from '../../support/nodeHarness';
import { picture } from '../createRecords';

const harness = useNodeHarness();

/** Makes n8n's store of files fail as its file system does. */
function failToStore(code: string): jest.SpyInstance {
	const error = Object.assign(new Error(`${code}: cannot write`), { code });
	return jest.spyOn(Container.get(BinaryDataService), 'store').mockRejectedValue(error);
}

it.each([
	['ENOSPC', 'n8n could not store the file: its disk is full', 'Free up space on the disk'],
	['EDQUOT', 'n8n could not store the file: its disk is full', 'Free up space on the disk'],
	...['EROFS', 'EACCES', 'EPERM', 'EIO', 'EFBIG', 'EMFILE'].map((code) => [
		code,
		'n8n could not store the file: it cannot write to its disk',
		'Check the permissions',
	]),
])(
	'a download that n8n cannot store fails with the reason, without further attempts (%s)',
	async (code, message, advice) => {
		const { mediaId } = await picture(harness);
		const store = failToStore(code);

		const { error } = await harness.run('media', 'download', { mediaId });

		expect(error?.message).toBe(message);
		expect(error?.description).toContain(`(${code})`);
		expect(error?.description).toContain(advice);
		expect(store).toHaveBeenCalledTimes(1);
	},
);

it('an upload whose prepared picture n8n cannot store is not repeated by the next attempt', async () => {
	const input = [await itemWithFile(await jpeg(), 'bread.jpg', 'image/jpeg')];
	const parameters = { options: { preparedBinaryPropertyName: 'prepared' } };
	const store = failToStore('ENOSPC');
	const failed = await harness.run('media', 'upload', parameters, { input });
	expect(failed.error?.message).toBe('n8n could not store the file: its disk is full');

	store.mockRestore();
	const retried = await harness.run('media', 'upload', parameters, { input, retryOf: failed });
	expect(retried.error).toBeUndefined();
	expect(harness.journal('begin_media_upload')).toHaveLength(1);
});
