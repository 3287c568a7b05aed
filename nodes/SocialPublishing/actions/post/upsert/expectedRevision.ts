import type { PostState } from '../../../api/posts';
import { readScheduledMs } from '../../../api/readings/times';
import { ServiceFailure } from '../../../shared/failure';
import { memoize } from '../../../shared/maps';
import { digest } from '../publishing/details';
import type { Stage } from '../publishing/plan';
import type { ComparedPost } from './compareWithRow';
import { changedSinceFailure, emptyRevisionFailure } from './messages';
import { idOf, isPresent, type Row } from './row';

export const expectedRevisionOf = memoize((row: Row) => new ExpectedRevision(row));

/**
 * The revision that the post of a row must have to be changed. If a run is interrupted between two commands, the first one
 * has changed the revision. So that the next run can continue, the node records what the commands start from and lead to.
 */
class ExpectedRevision {
	private readonly facts = new Set<string>();

	constructor(private readonly row: Row) {}

	/** @throws ServiceFailure if somebody else has changed the post since the revision */
	async check({ state, stage, differs }: ComparedPost): Promise<void> {
		const { expectedEtag, key } = this.row;
		if (expectedEtag === undefined || state === undefined) return;
		if (expectedEtag !== '' && state.etag === expectedEtag) return;
		// If the content is that of the row, the next command overwrites nobody's.
		const isAsWanted = isPresent(this.row) && differs.length === 0;
		const facts = [...this.ledTo(state), ...(isAsWanted ? this.beganAt(stage, state) : [])];
		for (const fact of facts) this.facts.add(fact);
		if ((await key.facts.read(facts)).size > 0) return;
		throw expectedEtag === '' ? emptyRevisionFailure(state) : changedSinceFailure(state);
	}

	/** Call it before the first of two commands. Returns what to record together with the creation of a post. */
	async begin({ state, stage }: ComparedPost): Promise<string[]> {
		if (this.row.expectedEtag === undefined) return [];
		const facts = this.beganAt(state === undefined ? 'draft' : stage, state);
		await this.record(state, facts);
		return facts;
	}

	/** Call it after a command that others follow. */
	async continueFrom(state: PostState): Promise<void> {
		await this.record(state, this.ledTo(state));
	}

	/** Once the service has accepted the last command, what somebody does to the post afterwards is not overwritten. */
	async sendLast<Result>(send: () => Promise<Result>): Promise<Result> {
		const result = await send().catch(async (error: unknown) => {
			const wasAccepted = error instanceof ServiceFailure && error.effect === 'accepted';
			if (wasAccepted) await this.end();
			throw error;
		});
		await this.end();
		return result;
	}

	/** Call it once all commands have been sent. */
	async end(): Promise<void> {
		await this.row.key.facts.drop([...this.facts]);
	}

	private async record(state: PostState | undefined, facts: string[]): Promise<void> {
		for (const fact of facts) this.facts.add(fact);
		if (state !== undefined) await this.row.key.facts.record(idOf(state.post), facts);
	}

	private beganAt(stage: Stage, state: PostState | undefined): string[] {
		const time = stage === 'scheduled' && state && readScheduledMs(state.post);
		return [`began:${digest([this.row.expectedEtag, stage, time ?? null])}`];
	}

	private ledTo({ etag }: PostState): string[] {
		const { expectedEtag } = this.row;
		if (expectedEtag === undefined || etag === undefined) return [];
		return [`led:${digest([expectedEtag, etag])}`];
	}
}
