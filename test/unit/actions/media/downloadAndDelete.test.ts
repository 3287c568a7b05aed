import { jpeg } from '../../support/files';
import { useNodeHarness } from '../../support/nodeHarness';
import { until } from '../../support/until';
import { picture } from '../createRecords';
import { endStalledRequests } from '../stalledResponses';

const harness = useNodeHarness();

describe('a download', () => {
	it('returns the record and the file in the binary field', async () => {
		const { mediaId, id } = await picture(harness);

		const { items, binaryBytes } = await harness.run('media', 'download', {
			mediaId,
			binaryPropertyName: 'photo',
		});

		const [item] = items;
		expect(item?.json.id).toBe(id);
		expect(Object.keys(item?.binary ?? {})).toEqual(['photo']);
		expect(item?.binary?.photo).toMatchObject({ fileName: 'bread.jpg', mimeType: 'image/jpeg' });
		expect(item && (await binaryBytes(item, 'photo'))).toEqual(await jpeg());
	});

	it.each([
		['breaks off', 'break'],
		['falls silent', 'stall'],
	] as const)('that %s in the middle is fetched again', async (_name, then) => {
		const { mediaId } = await picture(harness);
		endStalledRequests(harness.service);
		harness.service.faults.add({ operation: 'download_media', action: { kind: 'cut', then } });

		const { items, error, binaryBytes } = await harness.run('media', 'download', { mediaId });

		expect(error).toBeUndefined();
		expect(items[0] && (await binaryBytes(items[0], 'data'))).toEqual(await jpeg());
		expect(harness.journal('download_media')).toHaveLength(2);
	});

	it('that never succeeds is an error with the reason', async () => {
		const { mediaId } = await picture(harness);
		harness.service.faults.add({ operation: 'download_media', times: 9, action: { kind: 'cut' } });
		const { error } = await harness.run('media', 'download', { mediaId });
		expect(error?.message).toBe(
			'Could not download the file: the connection broke before it was complete',
		);
	});

	it('ends when the workflow is cancelled', async () => {
		const { mediaId } = await picture(harness);
		harness.service.faults.add({
			operation: 'download_media',
			times: Infinity,
			action: { kind: 'cut', then: 'stall' },
		});
		const silent = () => harness.journal('download_media').filter(({ isSilent }) => isSilent);
		const { error } = await harness.run(
			'media',
			'download',
			{ mediaId },
			{ cancelAfter: (abort) => void until(() => silent().length > 0).then(abort) },
		);
		// The former if the cancellation overtakes the start of the file.
		expect(error?.message).toMatch(/^The workflow was cancelled$|This operation was aborted$/);
		expect(harness.journal('download_media')).toHaveLength(1);
	});
});

it('a media item that a post uses is not deleted, and the error states the reason', async () => {
	const { mediaId, id } = await picture(harness);
	await harness.run('post', 'create', {
		text: 'Bread',
		accountIds: [harness.service.accountId('Slow')],
		mediaSource: 'library',
		mediaIds: id,
	});
	const { error } = await harness.run('media', 'delete', { mediaId });
	expect(error?.message).toBe(
		'Could not delete the media item: the media item is still used by a post',
	);
	expect(error?.description).toContain('A post uses this media item.');
	expect(error?.description).toContain('Delete the post, or give it other media');
});
