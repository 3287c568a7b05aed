/*
 * Reads 30 posts from a server that takes 200 ms for each: with the built node, which reads several items at a time, and
 * with the baseline node, one after the other.
 *
 * npm run build && npm run bench reads
 */
import { byId, runBuilt, type Target } from './serviceRuns';

import { builtCredential } from './builtPackage';
import { runNode } from '../engine';
import { buildBaselineNode } from './buildBaselineNode';
import { forkScript, nextMessage } from './forkScript';
import { describeSpread, interleave } from './interleave';

const ITEMS = 30;
const DELAY_MS = 200;

const input = Array.from({ length: ITEMS }, (_, index) => ({ json: { post: `post_${index}` } }));

async function main(): Promise<void> {
	const server = forkScript('postServer.ts', String(DELAY_MS));
	const baseUrl = `${String(await nextMessage(server))}/api/v1`;
	const baselineNode = buildBaselineNode();
	let runs = 0;
	const target = (): Target => ({ baseUrl, workspaceId: 'workspace_1', token: `token-${++runs}` });
	const measured = await interleave(
		{
			async node() {
				const postId = byId('={{ $json.post }}');
				await runBuilt(target(), 'post:get', { postId, simplify: false }, input);
			},
			async oneByOne() {
				const { token, workspaceId } = target();
				const { error } = await runNode({
					nodeType: baselineNode,
					mode: 'trigger',
					credentialTypes: [builtCredential],
					credentials: { socialPublishingApi: { baseUrl, apiToken: token } },
					parameters: { baseUrl, workspaceId, path: '=posts/{{ $json.post }}' },
					input,
				});
				if (error !== undefined) throw new Error(error.message);
			},
		},
		{ rounds: 15, warmUpRounds: 2 },
	);
	const { node, oneByOne } = measured;
	const seconds = (samples: typeof node) =>
		describeSpread(samples.map(({ wallMs }) => wallMs / 1_000));
	console.log(`  node: ${seconds(node)} s`);
	console.log(`  one after the other: ${seconds(oneByOne)} s`);
	const ratios = oneByOne.map(({ wallMs }, round) => wallMs / (node[round]?.wallMs ?? NaN));
	console.log(`  times faster: ${describeSpread(ratios)}`);
	server.disconnect();
}

void main();
