import type { INodeParameters } from 'n8n-workflow';

import { useNodeHarness } from '../support/nodeHarness';
import { until } from '../support/until';

const harness = useNodeHarness();

const parameters = (): INodeParameters => ({
	text: '={{ $json.title }}',
	accountIds: [harness.service.accountId('Bread on Shortpost')],
});
const input = (...titles: string[]) => titles.map((title) => ({ json: { title } }));
const texts = () => [...harness.service.state.posts.values()].map(({ text }) => text).sort();

/** Stops the execution while the service keeps the second creation waiting. */
async function stop(titles: string[]) {
	const action = { kind: 'stall', when: 'after' } as const;
	harness.service.faults.add({ operation: 'create_post', nth: 2, action });
	const isStalled = () => harness.journal('create_post').some(({ isSilent }) => isSilent);
	return await harness.run('post', 'create', parameters(), {
		input: input(...titles),
		cancelAfter: (abort) => void until(isStalled).then(abort),
	});
}

describe("an execution that was stopped, and that n8n's API retries from its beginning,", () => {
	it('posts nothing twice in the same process', async () => {
		await stop(['One', 'Two', 'Three']);
		const retried = await harness.run('post', 'create', parameters(), {
			input: input('One', 'Two', 'Three'),
			mode: 'retry',
		});
		expect(retried.error).toBeUndefined();
		expect(retried.items.map(({ json }) => json.text)).toEqual(['One', 'Two', 'Three']);
		expect(texts()).toEqual(['One', 'Three', 'Two']);
	});

	it('does not affect an execution with other items', async () => {
		await stop(['One', 'Two']);
		await harness.run('post', 'create', parameters(), { input: input('One'), mode: 'retry' });
		expect(texts()).toEqual(['One', 'One', 'Two']);
	});

	it('does not affect a new execution', async () => {
		await stop(['One', 'Two']);
		await harness.run('post', 'create', parameters(), { input: input('One', 'Two') });
		expect(texts()).toEqual(['One', 'One', 'Two', 'Two']);
	});
});
