import { readExample } from '../../examples';
import { resultOf } from '../../exampleTestbed';
import type { ExampleCheck } from './exampleCheck';

export const weeklyStatistics: ExampleCheck = {
	fileName: 'weekly-statistics.json',
	title:
		'mails a chart and a table of every account and of all, with gaps where nothing was recorded',

	async check(testbed) {
		const { mail, n8n, workspaceId } = testbed;
		const workflow = readExample(weeklyStatistics.fileName, { 'Read Statistics': { workspaceId } });
		const workflowId = await n8n.importWorkflow(workflow);
		const execution = await testbed.run(workflowId, 'Every Monday');
		expect(resultOf(execution, 'Send Mail').error).toBeUndefined();
		expect(mail.mails).toHaveLength(1);
		const charts = readCharts(mail.mails[0]?.body ?? '');
		const days = Array.from({ length: 7 }, () => expect.any(String));

		expect(Object.keys(charts)).toHaveLength(10);
		expect(Object.keys(charts).at(-1)).toBe('total of known accounts');
		expect(charts['Bread on Shortpost (shortpost)']).toMatchObject({ days });
		// An account that nothing was ever recorded of, and one that has had no followers at first.
		expect(charts['Bakery on Worklink (worklink)']).toEqual({
			days,
			figures: Array(7).fill('–'),
			bars: 0,
		});
		for (const { figures, bars } of Object.values(charts)) {
			expect(bars).toBe(figures.filter((figure) => figure !== '–').length);
		}
	},
};

/** Reads the mail: one chart for each heading, with a row of bars, a row of figures and a row of days. */
function readCharts(html: string) {
	const charts = html.split('<h3>').slice(1);
	return Object.fromEntries(
		charts.map((chart) => {
			const [heading = ''] = chart.split('</h3>');
			const [bars = '', figures = '', days = ''] = chart.split('</tr>');
			const cells = (row: string) =>
				[...row.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell = '']) =>
					cell.replace(/<[^>]+>/g, ''),
				);
			return [
				heading,
				{ bars: bars.split('<div').length - 1, figures: cells(figures), days: cells(days) },
			];
		}),
	);
}
