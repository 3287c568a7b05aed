import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';

import {
	describeSchedule,
	toInstant,
} from '../../../../nodes/SocialPublishing/properties/schedule';
import { isTimeZone, timeZones } from '../../../../nodes/SocialPublishing/properties/dateTime';
import { useNodeHarness } from '../../support/nodeHarness';
import { draft, scheduled } from '../createRecords';

const harness = useNodeHarness();

const WORKFLOW_ZONE = 'America/New_York';
const LOCAL_TIME = '2099-12-24 09:00';

const run = async (name: string, parameters: INodeParameters) => {
	const [resource = '', operation = ''] = name.split(':');
	return await harness.run(resource, operation, parameters, { timezone: WORKFLOW_ZONE });
};

describe.each([
	['schedule', 'schedule_post', async () => ({ postId: (await draft(harness)).postId })],
	['reschedule', 'reschedule_post', async () => ({ postId: (await scheduled(harness)).postId })],
	[
		'create',
		'schedule_post',
		async () => ({
			text: 'Bread',
			accountIds: [harness.service.accountId('Bread on Shortpost')],
			afterCreate: 'schedule',
		}),
	],
] as const)('the time zone of %s', (operation, request, arrange) => {
	it.each([
		['Europe/Berlin', LOCAL_TIME, '2099-12-24T08:00:00.000Z', '24 December 2099, 09:00'],
		['', LOCAL_TIME, '2099-12-24T14:00:00.000Z', '24 December 2099, 09:00'],
		['Asia/Kolkata', '2099-12-24T20:00:00Z', '2099-12-24T20:00:00.000Z', '25 December 2099, 01:30'],
	])('"%s" decides how %s is read and shown', async (timezone, scheduledAt, instant, shown) => {
		const fields = { ...(await arrange()), scheduledAt, timezone };
		const { items, error, hints } = await run(`post:${operation}`, fields);

		const zone = timezone || WORKFLOW_ZONE;
		expect(error).toBeUndefined();
		expect(harness.journal(request).at(-1)?.body).toEqual({
			scheduled_at: instant,
			timezone: zone,
		});
		expect(items[0]?.json.scheduled_at).toBe(instant);
		expect(hints).toEqual([{ message: `Goes out on ${shown} (${zone}).`, location: 'outputPane' }]);
	});

	it('can be an expression with a name that is not in the list', async () => {
		const timezone = '={{ "Asia/Calcutta" }}';
		const fields = { ...(await arrange()), scheduledAt: LOCAL_TIME, timezone };
		const { error } = await run(`post:${operation}`, fields);
		expect(error).toBeUndefined();
		expect(harness.journal(request).at(-1)?.body).toMatchObject({ timezone: 'Asia/Calcutta' });
	});
});

describe('the list of time zones', () => {
	it('contains current names and UTC, each once and in order', () => {
		expect(timeZones).toEqual(
			expect.arrayContaining(['UTC', 'Asia/Kolkata', 'Europe/Kyiv', 'Europe/Berlin']),
		);
		expect(timeZones).not.toContain('Asia/Calcutta');
		expect(timeZones).not.toContain('Europe/Kiev');
		expect(timeZones).toEqual([...new Set(timeZones)].sort((a, b) => a.localeCompare(b)));
		expect(timeZones.filter((name) => !isTimeZone(name))).toEqual([]);
	});
});

it('the time that is shown is the time that was entered', () => {
	const minutes = { min: Date.UTC(2026, 0) / 60_000, max: Date.UTC(2036, 0) / 60_000 };
	fc.assert(
		fc.property(fc.constantFrom(...timeZones), fc.integer(minutes), (timezone, minute) => {
			const shown = describeSchedule({
				scheduled_at: new Date(minute * 60_000).toISOString(),
				timezone,
			});
			const text = /^(.*), (\d\d:\d\d) \(/.exec(shown);
			const date = new Date(`${text?.[1]} UTC`).toISOString().slice(0, 10);
			const read = toInstant(`${date}T${text?.[2]}:00`, timezone, 'Scheduled At');
			// A time that occurs twice, when the clocks go back, means the first occurrence.
			expect([0, 30, 60]).toContain(minute - Date.parse(read) / 60_000);
		}),
	);
});
