import type { INodeParameters } from 'n8n-workflow';

const from = (startDate: string, endDate: string) => ({ period: 'custom', startDate, endDate });

const cases: Array<[name: string, parameters: INodeParameters, message: string]> = [
	['in a zone that there is not', { timezone: 'Berlin' }, 'There is no timezone "Berlin"'],
	['of a period that there is not', { period: 'lastWeek' }, "'Period' must be"],
	['as a picture', { return: 'picture' }, "'Return' must be"],
	['without a start', from('={{ null }}', '2026-11-30'), "'Start Date' is empty"],
	['without an end', from('2026-11-30', '={{ null }}'), "'End Date' is empty"],
	['the wrong way round', from('2026-11-30', '2026-11-29'), "'End Date' is before 'Start Date'"],
	['of 367 days', from('2026-01-01', '2027-01-02'), 'The period has 367 days'],
	['from a day that there is not', from('2026-02-30', '2026-03-02'), 'is not a valid date'],
	['from an hour', from('12', '2026-03-02'), `'Start Date' "12" is not a valid date`],
	['up to a month', from('2026-03-02', '2026-04'), `'End Date' "2026-04" is not a valid date`],
	['with slots that never occur', { options: { slots: {} } }, 'There are no slots'],
];

/** Calendars that cannot be shown: name of the operation, fields, message of the error. */
export const invalidCalendars = Object.fromEntries(
	cases.map(([name, parameters, message]): [string, [string, INodeParameters, string]] => [
		`a calendar ${name}`,
		['post:getCalendar', { return: 'perDay', ...parameters }, message],
	]),
);
