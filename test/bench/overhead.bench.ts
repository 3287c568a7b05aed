/*
 * Measures the time that the node adds to each item: the built node against the baseline node that sends the same requests,
 * in n8n's engine in this process, with one server in another process.
 *
 * npm run build && npm run bench overhead
 */
import { builtCredential, builtNode } from './builtPackage';

import type { INodeParameters, INodeType } from 'n8n-workflow';

import { runNode } from '../engine';
import { buildBaselineNode } from './buildBaselineNode';
import { forkScript, nextMessage } from './forkScript';
import { describeRatios, interleave, medianOf, type Sample } from './interleave';

const ITEMS = 200;
const WARM_UP_ROUNDS = 10;
const ROUNDS = 40;

const input = Array.from({ length: ITEMS }, (_, index) => ({
	json: { workspace: 'workspace_1', post: `post_${index}` },
}));

let runs = 0;

/** Each run has a token of its own, so that no earlier run counts towards its rate limit. */
async function run(baseUrl: string, nodeType: INodeType, parameters: INodeParameters) {
	const { items, error } = await runNode({
		nodeType,
		parameters,
		input,
		mode: 'trigger',
		credentialTypes: [builtCredential],
		credentials: { socialPublishingApi: { baseUrl, apiToken: `token-${++runs}` } },
	});
	if (error !== undefined || items.length !== ITEMS) {
		throw new Error(`A run has failed: ${error?.message}`);
	}
}

function print(name: string, ours: Sample[], baseline: Sample[]): void {
	const perItem = (samples: Sample[], figure: keyof Sample) =>
		`${(medianOf(samples.map((sample) => sample[figure])) / ITEMS).toFixed(3)} ms`;
	console.log(
		`${name}\n` +
			`  time per item ${perItem(ours, 'wallMs')} of ${perItem(baseline, 'wallMs')}: ${describeRatios(ours, baseline, 'wallMs')}\n` +
			`  CPU time per item ${perItem(ours, 'cpuMs')} of ${perItem(baseline, 'cpuMs')}: ${describeRatios(ours, baseline, 'cpuMs')}`,
	);
}

async function main(): Promise<void> {
	const server = forkScript('postServer.ts');
	const baseUrl = `${String(await nextMessage(server))}/api/v1`;
	const baselineNode = buildBaselineNode();
	const workspaceId = '={{ $json.workspace }}';
	const ours = (operation: string) => async () =>
		await run(baseUrl, builtNode, {
			resource: 'post',
			operation,
			workspaceId: { __rl: true, mode: 'id', value: workspaceId },
			postId: { __rl: true, mode: 'id', value: '={{ $json.post }}' },
		});
	const baseline = (method: string, path: string, itemsAtOnce: number) => async () =>
		await run(baseUrl, baselineNode, { method, baseUrl, workspaceId, path, itemsAtOnce });
	const measured = await interleave(
		{
			command: ours('duplicate'),
			baselineCommand: baseline('POST', '=posts/{{ $json.post }}/duplicate', 1),
			read: ours('get'),
			baselineRead: baseline('GET', '=posts/{{ $json.post }}', 1),
			baselineParallelRead: baseline('GET', '=posts/{{ $json.post }}', 5),
		},
		{ rounds: ROUNDS, warmUpRounds: WARM_UP_ROUNDS },
	);
	print('One command for each item (Post: Duplicate)', measured.command, measured.baselineCommand);
	print('One read for each item (Post: Get)', measured.read, measured.baselineRead);
	print(
		'The same, against a baseline node that reads five items at a time',
		measured.read,
		measured.baselineParallelRead,
	);
	server.disconnect();
}

void main();
