import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';

/** Replaces n8n's log. Returns what the node logs from now on, oldest first. */
export function captureLog(): string[] {
	const log: string[] = [];
	const logger = Container.get(Logger);
	for (const level of ['info', 'warn', 'error'] as const) {
		jest
			.spyOn(logger, level)
			.mockImplementation((...[message]) => void log.push(`${level}: ${message}`));
	}
	return log;
}
