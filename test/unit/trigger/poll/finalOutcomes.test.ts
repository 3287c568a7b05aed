import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { clock } from '../../../../nodes/SocialPublishing/shared/clock';
import { settings } from '../../../property/settings';
import { eventsOf } from '../../support/pollHarness';
import { PollSimulation, schedules, type PollPlan } from '../../support/pollSimulation';

/** `<type> <post> <destination>` of an event. */
function outcomeOf({ type, data }: IDataObject): string {
	const { post_id, destination_id } = data as Record<string, string>;
	return `${String(type)} ${post_id} ${destination_id?.slice(1)}`;
}

beforeEach(() => {
	// The first is a pause before a retry; nothing here depends on how long it is.
	jest.spyOn(clock, 'wait').mockResolvedValue();
	jest.spyOn(Container.get(Logger), 'warn').mockImplementation(() => undefined);
});

afterEach(() => jest.restoreAllMocks());

/** At first, the list has one post, which shows no order; the older post then comes first. */
const oldestFirst: PollPlan = {
	dialect: {
		...{ tellsStatus: false, tellsTimes: true, showsOpen: false },
		...{ numericIds: false, shuffles: true, pageSize: 1 },
	},
	postsBefore: 1,
	hasNeighbor: false,
	steps: [
		...Array<PollPlan['steps'][number]>(3).fill({ do: 'poll' }),
		{ do: 'create', deliveries: 3 },
		{ do: 'move', post: 3, delivery: 0, status: 'needs_review' },
	],
	seed: 16,
};

it('the polling trigger misses no final outcome, invents none, and gives each its own ID', async () => {
	await fc.assert(
		fc.asyncProperty(schedules, async (plan) => {
			const simulation = new PollSimulation(plan);
			await simulation.run();
			const { service, hosts, kills } = simulation;
			const events = eventsOf(...hosts).filter(({ data }) => 'destination_id' in Object(data));

			const received = new Set(events.map(outcomeOf));
			const atFirst = simulation.atFirst;
			const expected = service.visibleOutcomes().filter((outcome) => !atFirst.has(outcome));
			expect(expected.filter((outcome) => !received.has(outcome))).toEqual([]);

			const ids = new Map<string, Set<string>>();
			const copies = new Map<string, number>();
			for (const event of events) {
				const id = String(event.id);
				const outcome = outcomeOf(event);
				ids.set(outcome, (ids.get(outcome) ?? new Set()).add(id));
				copies.set(id, (copies.get(id) ?? 0) + 1);
			}
			for (const [outcome, of] of ids) {
				expect([outcome, of.size]).toEqual([
					outcome,
					Math.min(of.size, service.timesReached(outcome)),
				]);
			}
			for (const [id, count] of copies)
				expect([id, count]).toEqual([id, Math.min(count, 1 + kills)]);
		}),
		{ ...settings(40), examples: [[oldestFirst]] },
	);
}, 300_000);
