import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const HOUR_MS = 60 * 60 * 1_000;

/** Lets an n8n that starts again find that hours have passed. The service has a clock of its own. */
export class LaterStart {
	private readonly folder = mkdtempSync(path.join(os.tmpdir(), 'n8n-clock-'));
	/** Node.js runs it before n8n. */
	private readonly script = path.join(this.folder, 'clock.cjs');

	constructor() {
		writeFileSync(this.script, '');
	}

	/** For the environment of n8n. */
	get env(): Record<string, string> {
		return { NODE_OPTIONS: `--require ${this.script}` };
	}

	/** From its next start on, n8n's clock is ahead by this much. */
	startHoursLater(hours: number): void {
		const shift = `
			const { now } = Date;
			Date.now = () => now() + ${hours * HOUR_MS};
			const construct = (target, parts, newTarget) =>
				Reflect.construct(target, parts.length === 0 ? [Date.now()] : parts, newTarget);
			globalThis.Date = new Proxy(Date, { construct });`;
		writeFileSync(this.script, shift);
	}

	remove(): void {
		rmSync(this.folder, { recursive: true, force: true });
	}
}
