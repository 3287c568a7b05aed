import { DataTable } from '../../dataTable';
import { readExample } from '../../examples';
import { resultOf } from '../../exampleTestbed';
import type { ExampleCheck } from './exampleCheck';

const COLUMNS = ['text', 'picture', 'accounts', 'publish_at', 'post_id', 'problem'];

export const rowsToSchedule: ExampleCheck = {
	fileName: 'rows-to-schedule.json',
	title: 'schedules each row of a data table once, and notes what is wrong with a row',

	async check(testbed) {
		const { n8n, service, workspaceId } = testbed;
		const table = await DataTable.create(n8n.rest, 'Posts', COLUMNS);
		await table.insert([
			{
				text: 'Open on Sunday',
				accounts: 'Bread on Shortpost, Cakes on Pagebook',
				publish_at: '2030-01-06 09:00',
			},
			{ text: 'Too late', accounts: 'Bread on Shortpost', publish_at: '2020-01-06 09:00' },
			{ text: 'New cakes', accounts: 'Cakes on Pagebook', publish_at: '2030-01-07 09:00' },
			{
				text: 'With a picture',
				picture: 'http://127.0.0.1:1/bread.jpg',
				accounts: 'Cakes on Pagebook',
				publish_at: '2030-01-09 09:00',
			},
		]);
		const workflowId = await n8n.importWorkflow(
			readExample(rowsToSchedule.fileName, {
				'Read New Rows': { dataTableId: { __rl: true, mode: 'list', value: table.id } },
				'Schedule Post': { workspaceId },
			}),
		);
		const run = async () => {
			const execution = await testbed.run(workflowId, 'Every Hour');
			expect(resultOf(execution, 'Schedule Post').error).toBeUndefined();
		};
		const scheduled = () => testbed.statuses.map(([text, status]) => [text, status]);

		await run();
		expect(scheduled()).toEqual([
			['Open on Sunday', 'scheduled'],
			['New cakes', 'scheduled'],
		]);
		const [sunday, late, cakes, pictured] = await table.rows();
		expect([sunday?.post_id, cakes?.post_id]).toEqual([...service.state.posts.keys()]);
		expect(late).toMatchObject({
			post_id: null,
			problem: expect.stringContaining('at least 30 seconds ahead'),
		});
		expect(pictured).toMatchObject({
			post_id: null,
			problem: expect.stringContaining('127.0.0.1:1/bread.jpg'),
		});

		// A row is corrected; another one looks new again, as after a run whose last step failed.
		await table.update('text', 'Too late', { publish_at: '2030-01-08 09:00' });
		await table.update('text', 'New cakes', { post_id: null });
		await run();
		await run();
		expect(scheduled()).toEqual([
			['Open on Sunday', 'scheduled'],
			['New cakes', 'scheduled'],
			['Too late', 'scheduled'],
		]);
		const corrected = (await table.rows()).find(({ text }) => text === 'Too late');
		expect(corrected).toMatchObject({ post_id: expect.any(String), problem: '' });
		const unmarked = (await table.rows()).find(({ text }) => text === 'New cakes');
		expect(unmarked).toMatchObject({
			post_id: 'posted before',
			problem: expect.stringContaining('A post was made from this row before'),
		});

		const nextMonth = await DataTable.create(n8n.rest, 'Posts of next month', COLUMNS);
		const [accounts, publish_at] = ['Cakes on Pagebook', '2030-02-01 09:00'];
		await nextMonth.insert([{ text: 'First row of another table', accounts, publish_at }]);
		await n8n.rest.changeNode(workflowId, 'Read New Rows', ({ parameters }) => {
			parameters.dataTableId = { __rl: true, mode: 'list', value: nextMonth.id };
		});
		await run();
		expect(scheduled().at(-1)).toEqual(['First row of another table', 'scheduled']);
	},
};
