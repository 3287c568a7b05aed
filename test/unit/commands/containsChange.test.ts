import fc from 'fast-check';

import { containsChange } from '../../../nodes/SocialPublishing/commands/postUpdate';

it.each([
	[{ text: 'a', id: 1 }, { text: 'a' }, true],
	[{ text: 'b' }, { text: 'a' }, false],
	[{ destinations: [{ account_id: '1', id: 'd' }] }, { destinations: [{ account_id: '1' }] }, true],
	[{ destinations: [{ account_id: '1' }, {}] }, { destinations: [{ account_id: '1' }] }, false],
	[{ media_ids: ['b', 'a'] }, { media_ids: ['a', 'b'] }, false],
	[{ account_id: 3 }, { account_id: '3' }, true],
	[{ account_id: 4 }, { account_id: '3' }, false],
	[{ text: null }, { text: '' }, false],
	[undefined, { text: 'a' }, false],
])('%j contains the change %j: %s', (actual, sent, expected) => {
	expect(containsChange(actual, sent)).toBe(expected);
});

it('a record always contains itself, whatever fields the service adds', () => {
	fc.assert(
		fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (sent) => {
			fc.pre(!('added' in sent) && !('__proto__' in sent));
			expect(containsChange({ ...structuredClone(sent), added: 1 }, sent)).toBe(true);
		}),
	);
});
