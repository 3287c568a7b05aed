import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** Runs a script of this folder in a process of its own, which ends with this one. */
export function forkScript(name: string, ...parameters: string[]): ChildProcess {
	return fork(path.join(__dirname, name), parameters, {
		stdio: 'inherit',
		execArgv: [...process.execArgv, '--expose-gc'],
	});
}

/** The next message of a process. Throws if it ends without one. */
export async function nextMessage(child: ChildProcess): Promise<unknown> {
	const ended = once(child, 'exit').then(() => {
		throw new Error('The process has ended without a message');
	});
	const [message]: unknown[] = await Promise.race([once(child, 'message'), ended]);
	return message;
}
