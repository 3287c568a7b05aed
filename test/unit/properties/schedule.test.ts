import { DateTime } from 'luxon';

import { checkLeadTime, toInstant } from '../../../nodes/SocialPublishing/properties/schedule';
import { clock } from '../../../nodes/SocialPublishing/shared/clock';

const inBerlin = (value: unknown) => toInstant(value, 'Europe/Berlin');

describe('a date and time', () => {
	it.each([
		['2027-03-14T09:30:00', '2027-03-14T08:30:00.000Z'],
		['2027-07-14T09:30', '2027-07-14T07:30:00.000Z'],
		['2027-03-14 09:30:00', '2027-03-14T08:30:00.000Z'],
		['2027-03-14T09:30:00Z', '2027-03-14T09:30:00.000Z'],
		['2027-03-14T09:30:00.250Z', '2027-03-14T09:30:00.250Z'],
		['2027-03-14T09:30:00-05:00', '2027-03-14T14:30:00.000Z'],
		['2027-03-14T09:30:00+05:45', '2027-03-14T03:45:00.000Z'],
		['20270314T093000Z', '2027-03-14T09:30:00.000Z'],
		[' 2027-03-14T09:30:00Z ', '2027-03-14T09:30:00.000Z'],
		['2027-03-14', '2027-03-13T23:00:00.000Z'],
		['2027-W10-7T09:30', '2027-03-14T08:30:00.000Z'],
		['2027-073T09:30', '2027-03-14T08:30:00.000Z'],
		['2027-03-14T24:00:00', '2027-03-14T23:00:00.000Z'],
		// The clocks go forward from 02:00 to 03:00.
		['2027-03-28T01:59:59', '2027-03-28T00:59:59.000Z'],
		['2027-03-28T03:00:00', '2027-03-28T01:00:00.000Z'],
		// They go back from 03:00 to 02:00, so 02:30 occurs twice: the first one counts.
		['2027-10-31T02:30:00', '2027-10-31T00:30:00.000Z'],
		[new Date('2027-03-14T09:30:00Z'), '2027-03-14T09:30:00.000Z'],
		[DateTime.fromISO('2027-03-14T09:30:00', { zone: 'Asia/Tokyo' }), '2027-03-14T00:30:00.000Z'],
	])('%s becomes an instant in UTC', (value, expected) => {
		expect(inBerlin(value)).toBe(expected);
	});

	it.each([
		['2027-03-28T02:00:00', 'does not exist in Europe/Berlin'],
		['2027-03-28T02:59:59', 'does not exist in Europe/Berlin'],
		['2027-02-29T10:00:00', 'not a valid date and time'],
		['2027-13-01T10:00:00', 'not a valid date and time'],
		['14.03.2027', 'not a valid date and time'],
		['12', `'Scheduled At' is "12": that is not a full date`],
		['24', `'Scheduled At' is "24": that is not a full date`],
		['2027', `'Scheduled At' is "2027": that is not a full date`],
		['2027-03', 'that is not a full date'],
		['202703', 'that is not a full date'],
		['2027-W10', 'that is not a full date'],
		['09:30', 'that is not a full date'],
		['T09:30', 'not a valid date and time'],
		['', "'Scheduled At' is empty"],
		[undefined, "'Scheduled At' is empty"],
		[{ date: '2027-03-14' }, "'Scheduled At' must be text, not an object"],
		[new Date(Number.NaN), 'not a date'],
		[DateTime.invalid('because'), 'not a date'],
	])('%s is refused', (value, message) => {
		expect(() => inBerlin(value)).toThrow(message);
	});

	it('is refused if it falls into a half hour that the clocks skip', () => {
		// Lord Howe Island moves its clocks by half an hour, from 02:00 to 02:30.
		expect(() => toInstant('2027-10-03T02:15:00', 'Australia/Lord_Howe')).toThrow(
			'does not exist in Australia/Lord_Howe',
		);
	});
});

describe('the lead time', () => {
	beforeEach(() => {
		jest.spyOn(clock, 'now').mockReturnValue(Date.parse('2027-01-01T00:00:00Z'));
	});
	afterEach(() => jest.restoreAllMocks());

	it('of 30 seconds is enough', () => {
		expect(() => checkLeadTime({ scheduled_at: '2027-01-01T00:00:30.000Z' })).not.toThrow();
	});

	it.each(['2027-01-01T00:00:29.999Z', '2027-01-01T00:00:00.000Z'])(
		'is too short for %s',
		(scheduled_at) => {
			expect(() => checkLeadTime({ scheduled_at })).toThrow('not at least 30 seconds ahead');
		},
	);
});
