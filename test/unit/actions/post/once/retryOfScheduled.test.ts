import type { INodeParameters } from 'n8n-workflow';

import { byId } from '../../../support/nodeHarness';
import { until } from '../../../support/until';
import { feed, useFeedHarness } from './feed';

const harness = useFeedHarness();
const posts = () => [...harness.service.state.posts.values()];

it('a Retry leaves alone a scheduled post that somebody has corrected since', async () => {
	const action = { kind: 'stall', when: 'before' } as const;
	harness.service.faults.add({ operation: 'create_post', nth: 2, action });
	const isStalled = () => harness.journal('create_post').some(({ isSilent }) => isSilent);
	const slots = { slot: [{ weekdays: ['monday'], times: '09:00' }] };
	const inSlot: INodeParameters = { afterCreate: 'schedule', scheduleMode: 'nextSlot', slots };
	const items = feed('One', 'Two');
	const stopped = await harness.post(items, inSlot, {
		cancelAfter: (abort) => void until(isStalled).then(abort),
	});
	const [{ id } = { id: '' }] = posts();
	const postId = byId(id);
	await harness.run('post', 'update', { postId, updateFields: { text: 'Corrected' } });
	const { error } = await harness.post(items, inSlot, { retryOf: stopped });
	expect(error).toBeUndefined();
	expect(posts().map(({ text, status }) => [text, status])).toEqual([
		['Corrected', 'scheduled'],
		['Two', 'scheduled'],
	]);
});
