import { appendFileSync } from 'node:fs';

import { PROPERTY_TIMEOUT_MS } from '../property/settings';
import { fix, restart } from './fixed';
import { worldNames } from './options';
import { pack } from './pack';
import { Seams } from './seams';
import { Turns } from './turns';
import { worlds } from './worlds';

/** `main.ts` runs it, and compares the files. */
it(
	'all that happens in some worlds is recorded',
	async () => {
		const { RECORDED_WORLD = '', RECORDED_SEEDS = '', RECORDED_FILE = '' } = process.env;
		const [first = 1, last = first] = RECORDED_SEEDS.split('-').map(Number);
		const turns = new Turns();
		const seams = new Seams(turns);
		fix();
		turns.takeRequests(seams.isLeftOpen);
		seams.open();
		const world = worldNames.find((name) => name === RECORDED_WORLD) ?? 'once';
		await worlds[world]({ first, last }, async (seed, play) => {
			restart(seed);
			turns.restart();
			const log = seams.restart();
			await play(log);
			// What is left of a process that was killed.
			await turns.untilSettled();
			jest.restoreAllMocks();
			appendFileSync(RECORDED_FILE, `${seed} ${pack(log.toText())}\n`);
		});
	},
	PROPERTY_TIMEOUT_MS,
);
