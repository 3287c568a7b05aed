import { parseArgs } from 'node:util';

import { startService } from '../../service';
import { startChatRoom } from '../chatRoom';
import { packNode } from '../packedNode';
import { startN8n } from '../runningN8n';
import { OWNER } from '../session';
import { CREDENTIAL_TYPE } from '../workflows';
import { checkDemo } from './checks';
import { startFeedServer } from './feedServer';
import { runWorkflows } from './runWorkflows';

const PART_SIZE_BYTES = 16 * 1024;

const say = (line: string) => console.log(line);

/** Until the checks are done: the exit code that shells use for an interrupted program. */
let exitCode = 130;

/** What to do at the end of the demo, in reverse order. */
const cleanUps: Array<() => void | Promise<void>> = [];

/**
 * `npm run demo`: the packed nodes in a real n8n publish the items of a real feed, with pictures, to the reference
 * service, and receive its signed events. `-- --open` leaves everything running.
 */
async function main(): Promise<void> {
	const { values } = parseArgs({ options: { open: { type: 'boolean', default: false } } });

	say('1. The package');
	const tarball = packNode((line) => say(`   ${line}`));

	say('2. The reference service, a real n8n with the package installed, and a feed');
	const service = await startService({
		allowLoopbackWebhooks: true,
		partSizeBytes: PART_SIZE_BYTES,
		outcomeDelayMs: 1_000,
	});
	cleanUps.push(async () => await service.close());
	const n8n = await startN8n({ tarball, report: (line) => say(`   ${line}`) });
	cleanUps.push(async () => await n8n.stop());
	const feed = await startFeedServer();
	cleanUps.push(() => feed.close());
	const chat = await startChatRoom();
	cleanUps.push(() => chat.close());
	say(`   Service  ${service.baseUrl}`);
	say(
		`   n8n      ${n8n.url} (version ${n8n.n8nVersion}, started in ${seconds(n8n.startDurationMs)})`,
	);
	say(`   Feed     ${feed.url}`);
	say('            This is the KQED Arts feed of December 2014, from the npm package rss-braider.');
	say(
		'            Its picture URLs point to two photographs from other npm packages; its dates are of this week.',
	);

	const credential = await n8n.createCredential(CREDENTIAL_TYPE, {
		baseUrl: service.baseUrl,
		apiToken: service.token,
		assistantTools: true,
		mcpUrl: service.mcpUrl,
	});
	const { status, message } = await n8n.rest.testCredential(credential.id);
	if (status !== 'OK') throw new Error(`The credential test failed: ${message}`);
	say('   n8n has tested the credential successfully.');

	const run = await runWorkflows({ n8n, service, feed, chat, say });

	say('6. Checks');
	const failed = checkDemo({ n8n, service, feed, run, partSizeBytes: PART_SIZE_BYTES, say });
	say(failed === 0 ? '\nAll checks passed.' : `\nFailed checks: ${failed}`);
	exitCode = failed === 0 ? 0 : 1;

	if (values.open) {
		say(`\nThe editor is at ${n8n.url}`);
		say(`  E-mail    ${OWNER.email}`);
		say(`  Password  ${OWNER.password}`);
		say('To make a credential of your own there:');
		say(`  Base URL   ${service.baseUrl}`);
		say(`  API Token  ${service.token}`);
		say('Everything keeps running until you press Ctrl+C.');
		await interrupted;
	}
}

function seconds(durationMs: number): string {
	return `${(durationMs / 1000).toFixed(1)} s`;
}

const interrupted = new Promise<void>((resolve) => {
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
});

void Promise.race([main(), interrupted])
	.catch((error: unknown) => {
		console.error(error);
		exitCode = 1;
	})
	.then(async () => {
		for (const end of cleanUps.reverse()) await end();
		process.exit(exitCode);
	});
