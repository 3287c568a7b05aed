import { clock, type Clock } from '../../../nodes/SocialPublishing/shared/clock';
import {
	ServiceClock,
	startService,
	type JournalEntry,
	type RunningService,
	type ServiceOptions,
} from '../../service';
import { neverExpires } from './timeLimits';

/** How long the service waits for a receiver of events, in real time: long enough for a busy machine. */
const WEBHOOK_TIMEOUT_MS = 120_000;

/**
 * A running reference service for one test at a time. The clock of the nodes is the service's clock. It stands still:
 * pauses of the nodes move it forward, and so do tests. No time limit of the nodes expires by itself.
 */
export class ServiceHarness {
	/** Pauses that the node took since the harness was opened, in milliseconds. */
	pauses: number[] = [];

	private running: RunningService | undefined;
	private seenSequence = 0;

	async open(options: ServiceOptions = {}): Promise<void> {
		const service = await startService({
			allowLoopbackWebhooks: true,
			clock: new ServiceClock({ speed: 0 }),
			webhookTimeoutMs: WEBHOOK_TIMEOUT_MS,
			limits: { credentialPerMinute: 10_000, userPerMinute: 10_000 },
			...options,
		});
		this.running = service;
		this.seenSequence = 0;
		this.pauses = [];
		this.useServiceClock(clock);
	}

	/** Replaces the clock of nodes with the service's. */
	useServiceClock(nodeClock: Clock): void {
		const { service, pauses } = this;
		jest.spyOn(nodeClock, 'now').mockImplementation(() => service.clock.now());
		jest.spyOn(nodeClock, 'wait').mockImplementation(async (durationMs, signal) => {
			signal?.throwIfAborted();
			pauses.push(durationMs);
			await service.clock.advance(durationMs);
		});
		jest.spyOn(nodeClock, 'timeout').mockImplementation(neverExpires);
	}

	get service(): RunningService {
		if (this.running === undefined) throw new Error('The harness is not open');
		return this.running;
	}

	get workspaceId(): string {
		return this.service.workspaceId('Bakery');
	}

	/** Names of the operations that the service received since the last call. */
	requests(): string[] {
		const { journal } = this.service;
		const names = journal
			.find({ after: this.seenSequence })
			.map(({ operation, path }) => operation ?? path);
		this.seenSequence = journal.entries.at(-1)?.sequence ?? this.seenSequence;
		return names;
	}

	journal(operation: string): JournalEntry[] {
		return this.service.journal.find({ operation });
	}

	async close(): Promise<void> {
		jest.restoreAllMocks();
		await this.service.close();
		this.running = undefined;
	}
}
