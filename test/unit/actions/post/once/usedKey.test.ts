import { ProcessedItems } from '../../../../engine';
import { jpeg } from '../../../support/files';
import { itemWithFile } from '../../../support/nodeHarness';
import { eachOnce, feed, useFeedHarness } from './feed';

const harness = useFeedHarness();

const FORMS = [
	['once', 'idempotency_key_reused', 'This key was used with another request.'],
	['content', 'IdempotencyMismatch', 'The request differs from the first one.'],
] as const;

it.each(FORMS)(
	'with %s, a post with another upload of the same file is found if the service refuses its key',
	async (idempotency, code, message) => {
		const more = { idempotency, binaryPropertyNames: 'data', mediaSource: 'input' };
		const items = async () => {
			const { binary } = await itemWithFile(await jpeg(), 'a.jpg', 'image/jpeg');
			return feed('One').map((json) => ({ json, binary }));
		};
		expect((await harness.post(await items(), more)).error).toBeUndefined();
		ProcessedItems.current = new ProcessedItems();
		const action = { kind: 'status', when: 'before', status: 409, code, message } as const;
		harness.service.faults.add({ operation: 'create_post', action });
		const { error } = await harness.post(await items(), more, await harness.startProcess());
		expect(error).toBeUndefined();
		await harness.service.clock.advance(60_000);
		expect(harness.published).toEqual(eachOnce('One'));
	},
);
