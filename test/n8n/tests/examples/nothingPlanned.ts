import { DateTime } from 'luxon';

import { readExample } from '../../examples';
import { resultOf } from '../../exampleTestbed';
import { CREDENTIAL_TYPE } from '../../workflows';
import type { ExampleCheck } from './exampleCheck';

const ACCOUNTS = ['Bread on Shortpost', 'Cakes on Pagebook'];
const ZONE = 'Europe/Berlin';

export const nothingPlanned: ExampleCheck = {
	fileName: 'nothing-planned.json',
	title: 'tells the team on which days an account has no post, and which slots are free',

	async check(testbed) {
		const { chat, n8n, service, workspaceId } = testbed;
		// Another example may have read the list with the other token, and one reading serves a minute.
		const { baseUrl } = service;
		await n8n.createCredential(CREDENTIAL_TYPE, { baseUrl, apiToken: service.createToken() });
		const accountIds = ACCOUNTS.map((name) => service.accountId(name));
		const workflow = readExample(nothingPlanned.fileName, {
			'Read Calendar': { workspaceId, filters: { accountIds } },
			'Tell the Team': { url: chat.url },
		});
		workflow.settings = { ...workflow.settings, timezone: ZONE };
		const workflowId = await n8n.importWorkflow(workflow);

		const today = DateTime.fromMillis(service.clock.now(), { zone: ZONE }).startOf('day');
		const days = Array.from({ length: 7 }, (_, index) => today.plus({ days: index }));
		const at = (day: DateTime, hour: number) => day.set({ hour }).toUTC().toISO() ?? '';
		const [first, second, ...others] = days.slice(1);
		await testbed.schedule('One account', ['Bread on Shortpost'], at(first ?? today, 9));
		await testbed.schedule('Both', ACCOUNTS, at(second ?? today, 12));
		const execution = await testbed.run(workflowId, 'Every Morning');
		expect(resultOf(execution, 'Tell the Team').error).toBeUndefined();
		const [title, , ...lines] = (chat.messages[0] ?? '').split('\n');
		expect(title).toBe('Days without a post in the next week:');
		const nameOf = (day?: DateTime) => day?.setLocale('en').toFormat('cccc, yyyy-MM-dd');
		expect(lines).toEqual([
			`${nameOf(first)}: no post on Cakes on Pagebook (pagebook); free slots: 17:30`,
			...others.map((day) => `${nameOf(day)}: no post; free slots: 09:00, 17:30`),
		]);
	},
};
