/*
 * Uploads 20 videos of 9.9 MB with the built node, as one execution, and downloads them; prints the growth of the memory
 * (RSS) of n8n's process. n8n keeps the files on disk, as it does by default. The service is this process.
 *
 * npm run build && npm run bench videos
 */
import { ServiceRuns } from './serviceRuns';

import { once } from 'node:events';

import { forkScript } from './forkScript';

const VIDEOS = 20;
const VIDEO_BYTES = 9_900_000;
const ROUNDS = 3;

async function main(): Promise<void> {
	for (let round = 0; round < ROUNDS; round++) {
		const { service, target } = await ServiceRuns.open();
		console.log(`${VIDEOS} videos of ${VIDEO_BYTES} bytes, ${VIDEOS * VIDEO_BYTES} in all`);
		const client = forkScript(
			'videosClient.ts',
			JSON.stringify(target),
			String(VIDEOS),
			String(VIDEO_BYTES),
		);
		const [code]: unknown[] = await once(client, 'exit');
		if (code !== 0) throw new Error('The client has failed');
		await service.close();
	}
}

void main();
