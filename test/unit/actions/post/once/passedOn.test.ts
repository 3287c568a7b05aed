import { ProcessedItems } from '../../../../engine';
import { HOUR_MS } from '../../createRecords';
import { eachOnce, feed, textsByOutput, useFeedHarness } from './feed';

const harness = useFeedHarness();
const later = async (hours: number) => await harness.service.clock.advance(hours * HOUR_MS);

describe('a Retry', () => {
	const first = { json: feed('One')[0] ?? {} };
	const file = { data: 'aGVsbG8=', mimeType: 'text/plain' };
	const input = [first, ...feed('Two', 'Three', 'Two').map((json) => ({ json, binary: { file } }))];

	it('returns by each output the items that the failed execution would have returned', async () => {
		await harness.post(feed('One'));
		harness.refuse(2);
		const failed = await harness.post(input);
		expect(failed.error?.message).toContain('Could not create the post');
		// n8n's store has lost everything since.
		ProcessedItems.current = new ProcessedItems();
		const retried = await harness.post(input, {}, { retryOf: failed });
		expect(retried.error).toBeUndefined();
		expect(textsByOutput(retried)).toEqual([
			['Two', 'Three'],
			['One', 'Two'],
		]);
		expect(retried.outputs[1]?.map(({ binary }) => binary)).toEqual([undefined, { file }]);
		await later(1);
		expect(harness.published).toEqual(eachOnce('One', 'Two', 'Three'));
	});

	it('loses no item if the field was changed since', async () => {
		await harness.post(feed('One'));
		harness.refuse(1);
		const failed = await harness.post(input.slice(0, 2));
		const retried = await harness.post(
			input.slice(0, 2),
			{ idempotency: 'execution' },
			{ retryOf: failed },
		);
		expect(textsByOutput(retried)).toEqual([['One', 'Two']]);
	});

	it('On Fail returns them by each output, too', async () => {
		await harness.post(feed('One'));
		harness.refuse(1);
		const retryOnFail = { maxTries: 2, waitBetweenTriesMs: 1 };
		const run = await harness.post(input, {}, { retryOnFail });
		expect(run.error).toBeUndefined();
		expect(textsByOutput(run)).toEqual([
			['Two', 'Three'],
			['One', 'Two'],
		]);
	});
});

describe('the error of a run in which items failed', () => {
	it('names the items that were posted and did not reach the next steps', async () => {
		await harness.post(feed('Zero'));
		harness.refuse(2);
		const { error } = await harness.post(feed('Zero', 'One', 'Two', 'Three'));
		expect(error?.description).toContain(
			'Items 2 and 4 succeeded, but the next steps did not receive them. Retry this execution (Executions → Retry) to pass them on.',
		);
		expect(error?.description).toContain('Continue (using error output)');
	});

	it('does not mention such items if nothing was posted', async () => {
		await harness.post(feed('Zero'));
		harness.refuse(1);
		const { error } = await harness.post(feed('Zero', 'One'));
		expect(error?.description).not.toContain('next steps');
	});
});
