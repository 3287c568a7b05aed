import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';

import { extract } from 'tar';

import { installHost } from '../n8n/install';
import { packNode } from '../n8n/packedNode';
import { describeSpread } from './interleave';

const ROUNDS = 15;

/** Loads files as n8n does at its start, where n8n-workflow is loaded already; prints CPU milliseconds and modules. */
const LOADER = `
require('n8n-workflow');
const before = Object.keys(require.cache).length;
const start = process.cpuUsage();
for (const file of process.argv.slice(1)) new (Object.values(require(file))[0])();
const used = process.cpuUsage(start);
const ms = (used.user + used.system) / 1000;
console.log(JSON.stringify({ ms, modules: Object.keys(require.cache).length - before }));
`;

interface Load {
	ms: number;
	modules: number;
}

/** Measures how long n8n takes to load the nodes, compared with its own Airtable nodes. */
async function main(): Promise<void> {
	const host = await installHost(2, console.log);
	const { resolve } = createRequire(host.scriptPath);
	const folder = mkdtempSync(path.join(os.tmpdir(), 'load-'));
	try {
		await extract({ file: packNode(console.log), cwd: folder });
		const nodes = path.join(folder, 'package/dist/nodes/SocialPublishing');
		const airtable = path.join(
			path.dirname(resolve('n8n-nodes-base/package.json')),
			'dist/nodes/Airtable',
		);
		const contenders = {
			ours: ['', 'Trigger', 'PollTrigger'].map(
				(kind) => `${nodes}/SocialPublishing${kind}.node.js`,
			),
			Airtable: ['Airtable', 'AirtableTrigger'].map((name) => `${airtable}/${name}.node.js`),
		};
		const modulesFolder = path.join(path.dirname(host.scriptPath), '../..');
		const load = (files: string[]): Load =>
			JSON.parse(
				execFileSync(host.nodePath, ['-e', LOADER, ...files], {
					cwd: modulesFolder,
					env: { ...process.env, NODE_PATH: modulesFolder },
					encoding: 'utf8',
				}),
			);
		const ratios: number[] = [];
		let last: Record<string, Load> = {};
		for (let round = 0; round < ROUNDS; round++) {
			last = { ours: load(contenders.ours), Airtable: load(contenders.Airtable) };
			ratios.push((last.ours?.ms ?? NaN) / (last.Airtable?.ms ?? NaN));
		}
		console.log(
			`  loading: ${describeSpread(ratios)} of n8n's Airtable nodes; modules: ${last.ours?.modules}, Airtable ${last.Airtable?.modules}`,
		);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

void main();
