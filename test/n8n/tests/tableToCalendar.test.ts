import { Calendar, type Kill } from '../calendar';
import { SAFE_DATABASE } from '../runningN8n';
import { startTestbed, type OwnTestbed } from '../testbed';

const TWO_HOURS_MS = 2 * 60 * 60 * 1_000;
/** The service allows more requests than in production, so that a test does not wait for it. */
const FAST = { limits: { credentialPerMinute: 5_000, userPerMinute: 5_000 }, outcomeDelayMs: 50 };
const LAST_DAY = 30;
/** The draft in the CSV file, for an account that nobody has. */
const SAMPLE = 'Our bread is baked at night, so that it is fresh in the morning.';

/** What people do on one day, and where n8n is killed in the run that follows. */
interface Day {
	people(calendar: Calendar): Promise<unknown>;
	kill?: Kill;
	/** What the part that starts with an outcome has to write after the day. */
	outcome?: [text: string, column: string, value: string];
}

/** What happens in the month. On all other days, the workflow runs over a table that nobody has touched. */
const days: Record<number, Day> = {
	1: {
		async people(month) {
			await month.add('Opening', 'scheduled', { publish_at: month.at(3) });
			await month.add('Two shops', 'scheduled', {
				publish_at: month.at(24),
				accounts: 'Bread on Shortpost, Cakes on Pagebook',
			});
			await month.add('Idea', 'draft');
			await month.add('Half written', '');
			await month.add('Secret', 'draft');
			await month.add('Refused', 'scheduled', {
				publish_at: month.at(17),
				accounts: 'Always fails',
			});
		},
		kill: { command: 'create', when: 'after' },
	},
	2: {
		people: async (month) =>
			await month.change('Idea', { wanted_status: 'scheduled', publish_at: month.at(6) }),
		kill: { command: 'schedule', when: 'before' },
	},
	3: { people: async () => undefined, outcome: ['Opening', 'status', 'published'] },
	4: {
		people: async (month) => await month.change('Idea', { publish_at: month.at(8) }),
		kill: { command: 'reschedule', when: 'after' },
	},
	5: {
		async people(month) {
			await month.add('Menu', 'scheduled', { publish_at: month.at(10) });
			await month.change('Two shops', { text: 'Three shops' });
		},
		kill: { command: 'edit', when: 'before' },
	},
	6: {
		people: async (month) => await month.change('Menu', { wanted_status: 'absent' }),
		kill: { command: 'delete', when: 'after' },
	},
	7: {
		people: async (month) => await month.change('Three shops', { wanted_status: 'draft' }),
		kill: { command: 'cancel', when: 'after' },
	},
	9: {
		async people(month) {
			await month.change('Menu', { wanted_status: 'scheduled', publish_at: month.at(16) });
			await month.change('Three shops', { wanted_status: 'scheduled', publish_at: month.at(25) });
		},
		kill: { command: 'create', when: 'before' },
	},
	10: {
		people: async (month) =>
			await month.add('Typo', 'scheduled', {
				publish_at: month.at(14),
				accounts: 'Bread on Shrotpost',
			}),
	},
	11: {
		async people(month) {
			await month.change('Typo', { accounts: 'Bakery on Worklink' });
			return await month.byHand.edit(await month.postId('Menu'), 'Menu, by hand');
		},
		kill: { command: 'edit', when: 'after' },
	},
	12: {
		people: async (month) =>
			await month.add('Yesterday', 'scheduled', { publish_at: month.at(11) }),
	},
	13: {
		async people(month) {
			await month.add('Right now', 'published');
			return await month.byHand.schedule(await month.postId('Menu'), 100);
		},
		kill: { command: 'publish', when: 'after' },
		outcome: ['Right now', 'status', 'published'],
	},
	14: {
		async people(month) {
			await month.change('Yesterday', { publish_at: month.at(20) });
			return await month.byHand.publish(await month.postId('Three shops'));
		},
	},
	15: { people: async (month) => await month.change('Three shops', { text: 'Four shops' }) },
	17: {
		people: async () => undefined,
		outcome: ['Refused', 'status', 'failed'],
	},
	18: { people: async (month) => await month.byHand.delete(await month.postId('Yesterday')) },
	19: {
		people: async (month) => await month.change('Yesterday', { post_id: '' }),
		kill: { command: 'schedule', when: 'after' },
	},
	22: { people: async (month) => await month.change('Secret', { wanted_status: 'absent' }) },
};

describe.each([2, 1] as const)('in n8n %i', (version) => {
	let testbed: OwnTestbed;

	beforeAll(async () => {
		testbed = await startTestbed({ version, env: SAFE_DATABASE }, FAST);
	});

	afterAll(async () => await testbed?.close());

	it(
		'the posts match the table after a month of edits, some of them by hand, in which n8n is killed ten times',
		async () => {
			const month = await Calendar.create(testbed);
			for (let day = 1; day <= LAST_DAY; day++) {
				const { people, kill, outcome } = days[day] ?? {};
				expect(await people?.(month)).not.toBe(false);
				await (kill ? month.runKilledAt(kill) : month.run());
				await month.nextDay();
				if (outcome) await month.written(...outcome);
			}
			await month.run();

			const { journal, state } = testbed.service;
			journal.clear();
			await month.run();
			expect(journal.entries.filter(({ method }) => method !== 'GET')).toEqual([]);

			const service = month.accordingToService();
			const table = await month.accordingToTable();
			expect(service.map(({ id }) => id).sort()).toEqual(table.map(({ id }) => id).sort());
			for (const shown of table) {
				expect(service.find(({ id }) => id === shown.id)).toMatchObject(shown);
			}
			const rows = await month.table.rows();
			const results = rows.filter(({ wanted_status }) => wanted_status);
			expect(results.map(({ text, status, action }) => [text, status ?? '', action])).toEqual([
				[SAMPLE, '', 'error'],
				['Opening', 'published', 'unchanged'],
				['Four shops', 'published', 'locked'],
				['Idea', 'published', 'unchanged'],
				['Secret', '', 'unchanged'],
				['Refused', 'failed', 'locked'],
				['Menu', 'published', 'unchanged'],
				['Typo', 'published', 'unchanged'],
				['Yesterday', 'published', 'unchanged'],
				['Right now', 'published', 'unchanged'],
			]);
			const problems = results.filter(({ problem }) => problem);
			expect(problems.map(({ text, problem }) => [text, problem])).toEqual([
				[SAMPLE, expect.stringContaining('The accounts of this workspace are: Bread on Shortpost')],
				['Four shops', expect.stringContaining('can no longer be changed')],
				['Refused', expect.stringContaining('The platform rejected the post.')],
			]);
			// One for each account, whatever was killed and repeated.
			const deliveries = [...state.posts.values()].map(({ text, history }) => [
				text,
				history.length,
			]);
			expect(deliveries.sort()).toEqual([
				['Idea', 1],
				['Menu', 1],
				['Opening', 1],
				['Refused', 1],
				['Right now', 1],
				['Three shops', 2],
				['Typo', 1],
				['Yesterday', 1],
			]);
		},
		TWO_HOURS_MS,
	);
});
