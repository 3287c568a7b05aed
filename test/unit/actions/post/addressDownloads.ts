import type { ServerResponse } from 'node:http';

import type { ShownError } from '../../../engine/runNode';
import { useNodeHarness } from '../../support/nodeHarness';
import { usePictureHost } from '../../support/pictureHost';
import type { Script } from '../../support/scriptedServer';

export const CONFIDENTIAL = 'internal-token-4711';

/** A harness for posts with the file at an address. */
export function useDownloads() {
	const harness = useNodeHarness();
	const host = usePictureHost();

	/** The commands that the service received. */
	const sent = () => harness.requests().filter((name) => !/^(get|list)_/.test(name));

	/** The error for a post with the file at `/a.jpg` of a server; checks that nothing was sent and nothing secret shown. */
	async function failureFor(script: Script): Promise<ShownError> {
		const { origin } = await host.open(script);
		const url = `${origin.replace('//', `//user:${CONFIDENTIAL}@`)}/a.jpg?key=${CONFIDENTIAL}`;
		const { error, run } = await harness.run(
			'post',
			'create',
			{
				text: 'Fresh bread',
				accountIds: [harness.service.accountId('Bread on Shortpost')],
				mediaSource: 'address',
				mediaUrls: '={{ $json.url }}',
			},
			{ input: [{ json: { url } }] },
		);
		expect(sent()).toEqual([]);
		expect(error).toBeDefined();
		const { resultData, executionData } = run.data;
		const [task] = Object.values(resultData.runData).slice(-1);
		const kept = [error, resultData.error, task, executionData?.contextData];
		expect(JSON.stringify(kept)).not.toContain(CONFIDENTIAL);
		return error ?? { message: '' };
	}

	return { harness, host, sent, failureFor };
}

/** Sends `start`, then the same chunk for as long as the client reads; counts what was sent. */
export function endless(start: Buffer, headers = {}) {
	const sent = { bytes: 0, isOver: Promise.resolve() };
	const script: Script = () => (response: ServerResponse) => {
		const chunk = Buffer.alloc(64 * 1024, 1);
		response.writeHead(200, headers);
		response.write(start);
		const more = () => {
			do sent.bytes += chunk.length;
			while (response.write(chunk));
		};
		response.on('drain', more);
		sent.isOver = new Promise((resolve) => response.on('close', resolve));
		more();
	};
	return { script, sent };
}
