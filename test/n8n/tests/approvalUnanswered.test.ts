import { Approval } from '../approval';
import { ExampleTestbed, resultOf } from '../exampleTestbed';
import { LaterStart } from '../laterStart';
import { DAY_MS } from './examples/exampleCheck';

const HOURS = 3 * 24;

describe.each([2, 1] as const)('a post for which nobody answers in n8n %i', (version) => {
	const later = new LaterStart();
	let testbed: ExampleTestbed;

	beforeAll(async () => {
		// Without its editor, n8n starts so fast that it resumes the executions while it still looks for interrupted ones: it then
		// marks them as crashed, although they go on.
		testbed = await ExampleTestbed.start(version, { ...later.env, N8N_DISABLE_UI: 'false' });
	});

	afterAll(async () => {
		await testbed?.close();
		later.remove();
	});

	it('stays a draft after three days or its planned time, and the author is told', async () => {
		const { mail, n8n, service } = testbed;
		const approval = await Approval.start(testbed);
		const at = new Date(service.clock.now() + 2 * DAY_MS).toISOString().slice(0, 10);
		const asked = [
			await approval.suggest('Unanswered'),
			await approval.suggest('Planned', { day: at, time: '09:00' }),
		];
		const limits: number[] = [];
		for (const { executionId } of asked) {
			const { createdAt, data } = await n8n.rest.execution(executionId);
			const limit = new Date(data.waitTill ?? 0).getTime();
			limits.push((limit - Date.parse(createdAt)) / DAY_MS);
		}
		expect(limits[0]).toBeCloseTo(3, 2);
		expect(limits[1]).toBeGreaterThan(1);
		expect(limits[1]).toBeLessThan(3);

		const known = mail.mails.length;
		later.startHoursLater(HOURS);
		await n8n.restart();
		await testbed.until(() => mail.mails.length === known + 2, 'the mails to the author');
		for (const { to, subject, body } of mail.mails.slice(known)) {
			expect(to).toBe('author@example.com');
			expect(subject).toBe('The outcome of your post');
			expect(body).toMatch(/^Nobody approved the post in time\. It is still a draft\./);
		}
		for (const { executionId } of asked) {
			const execution = await testbed.finished(executionId);
			expect(resultOf(execution, 'What Became of It').items).toMatchObject([
				{ decision: 'No answer', decided_by: '', comment: '' },
			]);
		}
		expect(testbed.statuses.map(([, status]) => status)).toEqual(['draft', 'draft']);
	});
});
