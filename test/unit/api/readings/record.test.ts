import type { IDataObject } from 'n8n-workflow';

import {
	readName,
	readRecords,
	readErrorText,
} from '../../../../nodes/SocialPublishing/api/readings/record';

it.each<[unknown, IDataObject[]]>([
	[[{ id: 1 }, null], [{ id: 1 }]],
	[{ items: [{ id: 1 }] }, [{ id: 1 }]],
	[{ items: [], next_cursor: null }, []],
	[{ items: [{ id: 1 }], account_id: 'a' }, [{ items: [{ id: 1 }], account_id: 'a' }]],
	[{ next_cursor: 'c' }, [{ next_cursor: 'c' }]],
	[{ id: 1 }, [{ id: 1 }]],
	[{}, [{}]],
	[undefined, [{}]],
])('readRecords reads the records in %j', (data, records) => {
	expect(readRecords(data)).toEqual(records);
});

it.each([
	[{ error: { code: 'c', message: 'm' } }, 'm'],
	[{ error: { code: 'c' } }, 'c'],
	[{ outcome: { error: 'e' } }, 'e'],
	[{ error: null, outcome: { reason: 'r' } }, 'r'],
	[{ errors: ['e', { message: 'm' }] }, 'e; m'],
	[{ outcome: { errors: [{ detail: 'd' }] } }, 'd'],
	[{ error: { reason: 'r' } }, 'r'],
	[{ error: '', errors: [], message: 'm' }, 'm'],
	[{}, undefined],
])('readErrorText reads the error text of %j', (destination, expected) => {
	expect(readErrorText(destination)).toBe(expected);
});

it('the name of a record is its own name, else its ID', () => {
	expect(readName({ id: 'x', handle: '@bread' })).toBe('@bread');
	expect(readName({ id: 'x' })).toBe('x');
});
