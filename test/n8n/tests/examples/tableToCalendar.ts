import { CALENDAR_CSV, CALENDAR_EXAMPLE } from '../../calendar';
import { DataTable, type Row } from '../../dataTable';
import { readExample } from '../../examples';
import { resultOf } from '../../exampleTestbed';
import type { ExampleCheck } from './exampleCheck';

const SUNDAY = 'Open on Sunday';
/** In the CSV file: a draft for an account that nobody has, and a row without a wanted status. */
const SAMPLE = 'Our bread is baked at night, so that it is fresh in the morning.';
const IGNORED = 'Happy new year! We are open again.';
const CAKES = 'New cakes';

export const tableToCalendar: ExampleCheck = {
	fileName: CALENDAR_EXAMPLE,
	title:
		'keeps posts as the rows of a data table say, and writes what became of them into the rows',

	async check(testbed) {
		const { n8n, service, workspaceId } = testbed;
		const table = await DataTable.importCsv(n8n.rest, 'Posts', CALENDAR_CSV);
		expect(new Set(Object.values(await table.columns()))).toEqual(new Set(['string']));
		await table.insert([
			{
				text: SUNDAY,
				accounts: 'Bread on Shortpost, Cakes on Pagebook',
				publish_at: '06.01.2030 09:00',
				wanted_status: 'scheduled',
			},
			{
				text: 'Too late',
				accounts: 'Bread on Shortpost',
				publish_at: '2020-01-06 09:00',
				wanted_status: ' Scheduled',
			},
			{ text: CAKES, accounts: 'Cakes on Pagebook', wanted_status: 'draft' },
			{
				text: 'With a picture',
				picture: 'http://127.0.0.1:1/bread.jpg',
				accounts: 'Cakes on Pagebook',
				wanted_status: 'draft',
			},
			{ text: 'Misspelled', accounts: 'Cakes on Pagebook', wanted_status: 'drafted' },
		]);
		const workflowId = await n8n.importWorkflow(
			readExample(CALENDAR_EXAMPLE, {
				'Read Rows': { dataTableId: { __rl: true, mode: 'list', value: table.id } },
				'Create or Update Post': { workspaceId },
				'When a Post Is Published or Fails': { workspaceId },
			}),
		);
		const run = async () => {
			const execution = await testbed.run(workflowId, 'Every Hour');
			expect(resultOf(execution, 'Create or Update Post').error).toBeUndefined();
		};
		const row = async (text: string): Promise<Row | undefined> =>
			(await table.rows()).find((each) => each.text === text);
		const posts = () => testbed.statuses.map(([text, status]) => [text, status]);

		await run();
		expect(posts()).toEqual([
			[SUNDAY, 'scheduled'],
			[CAKES, 'draft'],
		]);
		const [sundayId, cakesId] = [...service.state.posts.keys()];
		expect(await row(SUNDAY)).toMatchObject({
			status: 'scheduled',
			scheduled_at: '2030-01-06 09:00',
			link: '',
			action: 'created',
			problem: '',
			post_id: sundayId,
		});
		expect(await row(CAKES)).toMatchObject({ status: 'draft', scheduled_at: '', post_id: cakesId });
		const problems = {
			'Too late': 'at least 30 seconds ahead',
			'With a picture': '127.0.0.1:1/bread.jpg',
			Misspelled: 'drafted',
			[SAMPLE]: 'The accounts of this workspace are: Bread on Shortpost (shortpost), ',
		};
		for (const [text, problem] of Object.entries(problems)) {
			expect(await row(text)).toMatchObject({
				action: 'error',
				problem: expect.stringContaining(problem),
			});
		}

		expect((await row(IGNORED))?.action ?? '').toBe('');

		// Rows are moved, corrected and taken out.
		await table.update('text', SUNDAY, { publish_at: '2030-01-13 09:00' });
		await table.update('text', 'Too late', { publish_at: '2030-01-08 09:00' });
		await table.update('text', CAKES, { wanted_status: 'absent' });
		await run();
		expect(posts()).toEqual([
			[SUNDAY, 'scheduled'],
			['Too late', 'scheduled'],
		]);
		expect(await row(SUNDAY)).toMatchObject({
			scheduled_at: '2030-01-13 09:00',
			action: 'rescheduled',
			post_id: sundayId,
		});
		expect(await row('Too late')).toMatchObject({ status: 'scheduled', problem: '' });
		expect(await row(CAKES)).toMatchObject({ status: '', action: 'deleted', post_id: '' });

		// The same row IDs mean other posts in another table, and the rows of the first one keep theirs.
		const nextMonth = await DataTable.importCsv(n8n.rest, 'Posts of next month', CALENDAR_CSV);
		await nextMonth.update('text', SAMPLE, { accounts: 'Cakes on Pagebook' });
		await n8n.rest.changeNode(workflowId, 'Read Rows', ({ parameters }) => {
			parameters.dataTableId = { __rl: true, mode: 'list', value: nextMonth.id };
		});
		await run();
		expect(posts()).toHaveLength(3);
		expect((await nextMonth.rows())[0]).toMatchObject({
			text: SAMPLE,
			status: 'draft',
			problem: '',
		});
	},
};
