import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { jpeg } from '../../../support/files';
import { itemWithFile } from '../../../support/nodeHarness';
import type { OtherProcess } from '../../../support/otherProcess';
import { HOUR_MS } from '../../createRecords';
import { eachOnce, feed, useFeedHarness } from './feed';

const harness = useFeedHarness();
const later = async (hours: number) => await harness.service.clock.advance(hours * HOUR_MS);
const statuses = () => [...harness.service.state.posts.values()].map(({ status }) => status);

async function plain(): Promise<INodeExecutionData[]> {
	return feed('One', 'Two').map((json) => ({ json }));
}

async function withPictures(): Promise<INodeExecutionData[]> {
	const { binary } = await itemWithFile(await jpeg(), 'a.jpg', 'image/jpeg');
	return feed('One', 'Two').map((json) => ({ json, binary }));
}

/**
 * Kills a process at a point, and runs the node again after some hours. Returns false if the process ended before.
 */
async function killAndRunAgain(
	process: OtherProcess,
	point: number,
	items: INodeExecutionData[],
	{ hours, parameters }: { hours: number; parameters: INodeParameters },
): Promise<boolean> {
	// Another workflow, because the memory of the killed process would affect the next run.
	const workflowId = `killed at ${point}`;
	harness.useServiceClock(process.clock);
	const { nodeType, killed } = process.killedAt(point);
	const run = harness.post(items, parameters, { nodeType, workflowId });
	const isKilled = (await Promise.race([run, killed])) === undefined;
	await later(hours);
	const { error } = await harness.post(items, parameters, { workflowId });
	expect({ point, error }).toEqual({ point, error: undefined });
	await later(1);
	return isKilled;
}

describe.each([
	['if the next run comes in an hour', { items: plain, hours: 1, parameters: {} }],
	['if the next run comes a day later', { items: plain, hours: 25, parameters: {} }],
	['with its picture', { items: withPictures, hours: 1, parameters: { mediaSource: 'input' } }],
])('each item is published once, wherever n8n is killed', (name, { items, ...scenario }) => {
	it(name, async () => {
		const process = await harness.startProcess();
		for (let point = 1; ; point++) {
			await harness.close();
			await harness.open();
			const isKilled = await killAndRunAgain(process, point, await items(), scenario);
			expect({ point, ...harness.published }).toEqual({ point, ...eachOnce('One', 'Two') });
			expect(statuses()).toEqual(['published', 'published']);
			if (!isKilled) break;
		}
	});
});

it('no item continues with the post of another item, wherever n8n is killed while it looks for an earlier post', async () => {
	const process = await harness.startProcess();
	for (let point = 1; ; point++) {
		await harness.close();
		await harness.open();
		const same = { workflowId: `killed at ${point}` };
		await harness.post(feed('One'), {}, same);
		// Nothing arrives, but the node cannot know that.
		harness.service.faults.add({
			operation: 'create_post',
			times: Infinity,
			action: { kind: 'drop', when: 'before' },
		});
		await harness.post(feed('Two'), {}, same);
		harness.service.faults.clear();

		const scenario = { hours: 1, parameters: {} };
		const isKilled = await killAndRunAgain(process, point, await plain(), scenario);
		expect({ point, ...harness.published }).toEqual({ point, ...eachOnce('One', 'Two') });
		if (!isKilled) break;
	}
});
