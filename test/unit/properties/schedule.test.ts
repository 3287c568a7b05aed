import { DateTime } from 'luxon';

import { checkLeadTime, toInstant } from '../../../nodes/SocialPublishing/properties/schedule';
import { clock } from '../../../nodes/SocialPublishing/shared/clock';
import { describeFailure } from '../../../nodes/SocialPublishing/shared/failure';

const inBerlin = (value: unknown) => toInstant(value, 'Europe/Berlin', 'Scheduled At');

function refusalOf(value: unknown): string | undefined {
	try {
		inBerlin(value);
	} catch (error) {
		return describeFailure(error);
	}
	return undefined;
}

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
		['2027-03-28t02:30', 'does not exist in Europe/Berlin'],
		['2027-02-29T10:00:00', 'not a valid date and time'],
		['2027-13-01T10:00:00', 'not a valid date and time'],
		['2027-03-14', 'that is a date without a time of day'],
		['20270314', 'that is a date without a time of day'],
		['2027-W10-7', 'that is a date without a time of day'],
		['14.03.2027', 'that is a date without a time of day'],
		['14.13.2027 10:00', 'not a valid date and time'],
		['14.03.27 10:00', 'not a valid date and time'],
		['13/14/2027 10:00', 'not a valid date and time'],
		['14.03.2027 13:00 PM', 'not a valid date and time'],
		['14.03.2027 0:30 AM', 'not a valid date and time'],
		['14.03.2027 tomorrow', 'not a valid date and time'],
		['28/11/2026', 'that is a date without a time of day'],
		[46354, 'that is a date without a time of day'],
		['46354', 'that is a date without a time of day'],
		['46354.0', 'that is a date without a time of day'],
		['463541.25', 'not a valid date and time'],
		['28.03.2027 02:30', 'does not exist in Europe/Berlin'],
		[46474.104_166_7, 'does not exist in Europe/Berlin'],
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

	it.each([
		['28.11.2026 10:00', '2026-11-28T09:00:00.000Z'],
		['1.2.2027, 9:05:30', '2027-02-01T08:05:30.000Z'],
		['2026-11-28 10:00', '2026-11-28T09:00:00.000Z'],
		['2026-11-28 9:00', '2026-11-28T08:00:00.000Z'],
		['2026/11/28 10:00', '2026-11-28T09:00:00.000Z'],
		['11/28/2026 10:00 AM', '2026-11-28T09:00:00.000Z'],
		['11/28/2026 12:00 AM', '2026-11-27T23:00:00.000Z'],
		['11/28/2026 12:15 pm', '2026-11-28T11:15:00.000Z'],
		['11/28/2026, 10:00:00\u202FPM', '2026-11-28T21:00:00.000Z'],
		['11/28/2026 10 p.m.', '2026-11-28T21:00:00.000Z'],
		['28/11/2026 10:00', '2026-11-28T09:00:00.000Z'],
		['5/5/2027 10:00', '2027-05-05T08:00:00.000Z'],
		['05/5/2027 10:00', '2027-05-05T08:00:00.000Z'],
		[46354.4167, '2026-11-28T09:00:00.000Z'],
		['46354.4167', '2026-11-28T09:00:00.000Z'],
		['46354.416666666664', '2026-11-28T09:00:00.000Z'],
		['46354.99999', '2026-11-28T23:00:00.000Z'],
	])('%s is read as a table shows it', (value, expected) => {
		expect(inBerlin(value)).toBe(expected);
	});

	it('a date between slashes that may mean two days is refused, with both days', () => {
		expect(refusalOf('03/04/2027 10:00')).toBe(
			'"03/04/2027 10:00" can be 3 April 2027 or 4 March 2027. Nothing was sent. Write the year first, as in 2027-04-03 or 2027-03-04, or the day first with dots, as in 03.04.2027.',
		);
	});

	it('a date without a time is refused with an example, because nobody means midnight', () => {
		expect(refusalOf('2027-01-20')).toBe(
			`'Scheduled At' is "2027-01-20": that is a date without a time of day. Nothing was sent. Add the time, as in 2027-01-20 09:30.`,
		);
	});

	it.each([
		['2027-03-14T09:30[America/New_York]', '2027-03-14T13:30:00.000Z'],
		['2027-03-14 09:30 [America/New_York]', '2027-03-14T13:30:00.000Z'],
		['14.03.2027 09:30 [America/New_York]', '2027-03-14T13:30:00.000Z'],
		['2027-03-14T09:30:00-04:00[America/New_York]', '2027-03-14T13:30:00.000Z'],
		['2027-03-14T09:30:00Z[UTC]', '2027-03-14T09:30:00.000Z'],
		// 02:30 occurs twice: the offset says which one is meant.
		['2027-10-31T02:30:00+02:00[Europe/Berlin]', '2027-10-31T00:30:00.000Z'],
		['2027-10-31T02:30:00+01:00[Europe/Berlin]', '2027-10-31T01:30:00.000Z'],
		['2027-07-14 09:30 CET', '2027-07-14T07:30:00.000Z'],
		['2027-07-14 09:30 America/New_York', '2027-07-14T13:30:00.000Z'],
	])('%s is in the zone that it states', (value, expected) => {
		expect(inBerlin(value)).toBe(expected);
	});

	it.each([
		['2027-03-14T09:30:00+01:00[America/New_York]', 'the offset in America/New_York is -04:00'],
		['2027-07-14T09:30:00+01:00[Europe/Berlin]', 'the offset in Europe/Berlin is +02:00'],
		['2027-03-14T09:30:00Z[Europe/Berlin]', 'the offset in Europe/Berlin is +01:00'],
		['2027-03-28T02:30[Europe/Berlin]', 'the clocks skip that time'],
		['2027-03-14T09:30:00+01:00[Mars]', 'not a valid date and time'],
		// For Node.js, BST is Bangladesh, and AST Alaska.
		['2027-07-14 09:30 BST', 'states the timezone "BST", which the node does not know'],
		['14.03.2027 09:30 AST', 'states the timezone "AST", which the node does not know'],
		['2027-07-14T09:30[BST]', 'not a valid date and time'],
		['2027-03-14[Europe/Berlin]', 'that is a date without a time of day'],
	])('%s is refused', (value, message) => {
		expect(() => inBerlin(value)).toThrow(message);
	});

	it('is refused if it falls into a half hour that the clocks skip', () => {
		// Lord Howe Island moves its clocks by half an hour, from 02:00 to 02:30.
		expect(() => toInstant('2027-10-03T02:15:00', 'Australia/Lord_Howe', 'Scheduled At')).toThrow(
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
