import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { json } from 'node:stream/consumers';

import type { IDataObject } from 'n8n-workflow';

import { findNode } from '../n8n/install';

/** A version of the tests, as its folder in node_modules is called. */
export type Suite = 'conformance-0.1' | 'conformance-0.2';

/** A server of a scenario that is ready for the client. */
export interface ScenarioServer {
	serverUrl: string;
	/** What the scenario tells the client. */
	context: { toolCalls?: ToolCall[] };
}

export interface ToolCall {
	name: string;
	arguments: IDataObject;
}

/** What the scenario has observed. */
export interface Check {
	id: string;
	status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
	errorMessage?: string;
}

/**
 * Runs a scenario, and the client against its server.
 *
 * @param specVersion the version of the protocol that the server has
 */
export async function runScenario(
	suite: Suite,
	scenario: string,
	specVersion: string,
	client: (server: ScenarioServer) => Promise<void>,
): Promise<Check[]> {
	const clientHost = createServer((request, response) => {
		json(request)
			.then(async (server) => await client(Object(server)))
			.then(
				() => response.end(),
				(error: unknown) => response.writeHead(500).end(String(error)),
			);
	});
	await new Promise<void>((resolve) => clientHost.listen(0, '127.0.0.1', resolve));
	const { port } = clientHost.address() as AddressInfo;
	const results = mkdtempSync(path.join(tmpdir(), 'conformance-'));
	const node = findNode(__dirname);
	const command = [node, path.join(__dirname, 'relay.mjs'), `http://127.0.0.1:${port}`].join(' ');
	const script = path.join(__dirname, 'node_modules', suite, 'dist', 'index.js');
	const args = ['client', '--command', command, '--scenario', scenario];
	args.push('--spec-version', specVersion, '--output-dir', results);
	const output = await new Promise<string>((resolve) => {
		execFile(node, [script, ...args], (_error, stdout, stderr) => resolve(stdout + stderr));
	});
	const found = readdirSync(results, { recursive: true, encoding: 'utf8' });
	const file = found.find((name) => path.basename(name) === 'checks.json');
	const checks: Check[] =
		file === undefined ? [] : JSON.parse(readFileSync(path.join(results, file), 'utf8'));
	rmSync(results, { recursive: true });
	await new Promise((resolve) => clientHost.close(resolve));
	if (checks.length === 0) throw new Error(`The scenario has no result:\n${output}`);
	return checks;
}
