import fc from 'fast-check';

import { boundedCopy } from '../../../nodes/SocialPublishing/shared/json';
import { cutMiddle } from '../../../nodes/SocialPublishing/shared/text/sentences';

function nested(levels: number): unknown {
	let value: unknown = 'bottom';
	for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { in: value };
	return value;
}

function depthOf(value: unknown): number {
	if (typeof value !== 'object' || value === null) return 0;
	return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

describe('boundedCopy', () => {
	it('copies JSON without a change', () => {
		fc.assert(
			fc.property(fc.json({ maxDepth: 20 }), (json) => {
				expect(boundedCopy(JSON.parse(json))).toEqual(JSON.parse(json));
			}),
		);
	});

	it('copies __proto__ as an ordinary field', () => {
		const copy = boundedCopy(JSON.parse('{"__proto__":{"a":1}}'));
		expect(JSON.stringify(copy)).toBe('{"__proto__":{"a":1}}');
		expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
	});

	it.each([5_000, 100_000])(
		'cuts %s nested levels to 100, so that n8n can store the copy',
		(levels) => {
			const copy = boundedCopy({ id: 7, deep: nested(levels) });
			expect(copy).toMatchObject({ id: 7 });
			expect(depthOf(copy)).toBeLessThanOrEqual(100);
		},
	);

	it('replaces all texts, including the names of fields', () => {
		const replaced = boundedCopy({ a: ['a', { ba: 'bab' }], n: 1 }, (text) =>
			text.replaceAll('a', '*'),
		);
		expect(replaced).toEqual({ '*': ['*', { 'b*': 'b*b' }], n: 1 });
	});

	it('limits the number of characters, whatever the data', () => {
		fc.assert(
			fc.property(fc.json(), fc.nat(300), (json, most) => {
				const copy = JSON.stringify(boundedCopy(JSON.parse(json), undefined, most)) ?? '';
				// A number counts as one, and punctuation and escapes come on top.
				expect(copy.length).toBeLessThanOrEqual(most * 30 + 60);
			}),
		);
	});
});

it('cutMiddle keeps the beginning and the end of a text', () => {
	expect(cutMiddle('It failed.', 10)).toBe('It failed.');
	expect(cutMiddle(`It failed. ${'x'.repeat(1_000)} Try again.`, 20)).toBe(
		'It failed. … Try again.',
	);
});
