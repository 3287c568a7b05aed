import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** A disk with room for one page of 4 KiB. */
export class TinyDisk {
	private constructor(readonly folder: string) {}

	/** Undefined where the system does not let this process mount a disk. */
	static mount(): TinyDisk | undefined {
		const folder = mkdtempSync(path.join(os.tmpdir(), 'tiny-disk-'));
		const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4k', 'tmpfs', folder]);
		if (status === 0) return new TinyDisk(folder);
		rmSync(folder, { recursive: true });
		return undefined;
	}

	unmount(): void {
		spawnSync('umount', [this.folder]);
		rmSync(this.folder, { recursive: true, force: true });
	}
}
