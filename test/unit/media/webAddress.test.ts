import fc from 'fast-check';

import {
	describeAddress,
	fileNameOf,
	parseWebAddress,
	readAddresses,
} from '../../../nodes/SocialPublishing/media/webAddress';

const read = (value: unknown) => readAddresses(value, 'Media URLs');

const address = fc.webUrl({ withQueryParameters: true, validSchemes: ['http', 'https'] });
/** In text, a comma before `http` or at the end of an address does not belong to it; in a list, it does. */
const separable = address.filter((text) => !/,https?:|,$/i.test(text));
const separator = fc.constantFrom(', ', ',', '\n', '\r\n', ' ', ',\n', '\n\n  ');

describe('readAddresses', () => {
	it('returns the addresses of a list unchanged', () => {
		fc.assert(
			fc.property(fc.array(address), (addresses) => expect(read(addresses)).toEqual(addresses)),
		);
	});

	it('reads a list in JSON', () => {
		fc.assert(
			fc.property(fc.array(address), (addresses) =>
				expect(read(` ${JSON.stringify(addresses)}`)).toEqual(addresses),
			),
		);
	});

	it('splits text at any separator, without losing or cutting an address', () => {
		fc.assert(
			fc.property(
				fc.array(fc.tuple(separable, separator), { minLength: 1 }),
				fc.constantFrom('', ' ', '\n'),
				(entries, around) => {
					const text = entries.flatMap(([each, between], index) =>
						index === entries.length - 1 ? [each] : [each, between],
					);
					expect(read(around + text.join('') + around)).toEqual(entries.map(([each]) => each));
				},
			),
		);
	});

	it.each([
		['a comma within it', ['https://a.example/w_1,h_2/b.jpg?x=1,2']],
		['another address within it', ['https://a.example/fetch/https://b.example/c.jpg']],
	])('does not split an address at %s', (_what, addresses) => {
		expect(read(addresses.join('\n'))).toEqual(addresses);
	});

	it.each([undefined, null, '', ' \n ', []])('finds no address in %j', (value) => {
		expect(read(value)).toEqual([]);
	});

	it('keeps the empty entries of a list', () => {
		expect(read([null, ' ', undefined, 'https://a.example'])).toEqual([
			'',
			'',
			'',
			'https://a.example',
		]);
	});

	it.each([5, true, { url: 'https://a.example' }, ['https://a.example', {}], [['x']], '[1]'])(
		'refuses %j',
		(value) => {
			expect(() => read(value)).toThrow(/^'Media URLs' must be web addresses, not /);
		},
	);
});

describe('parseWebAddress', () => {
	it.each([
		'ftp://a.example/b.jpg',
		'file:///etc/passwd',
		'data:image/png;base64,AAAA',
		'javascript:alert(1)',
		'a.example/b.jpg',
		'user:password@a.example/b.jpg',
		'/b.jpg',
		'https://',
		'',
	])('refuses %j', (text) => {
		expect(parseWebAddress(text)).toBeUndefined();
	});

	it.each([
		['HTTPS://A.example/b c.jpg#top', 'https://a.example/b%20c.jpg'],
		['//a.example/b.jpg', 'https://a.example/b.jpg'],
	])('parses %s as %s', (text, href) => {
		expect(parseWebAddress(text)?.href).toBe(href);
	});

	it('resolves an address that is relative to a redirect', () => {
		const base = new URL('http://a.example/b/c.jpg');
		expect(parseWebAddress('../d.jpg', base)?.href).toBe('http://a.example/d.jpg');
		expect(parseWebAddress('//e.example/d.jpg', base)?.href).toBe('http://e.example/d.jpg');
		expect(parseWebAddress('file:///d.jpg', base)).toBeUndefined();
	});
});

describe('describeAddress', () => {
	it('omits user name, password, query and fragment, which may be secret', () => {
		fc.assert(
			fc.property(
				fc.stringMatching(/^[a-z0-9]{12,20}$/),
				fc.stringMatching(/^[a-z0-9]{12,20}$/),
				(password, token) => {
					const url = new URL(`https://u:${password}@a.example:8443/b.jpg?token=${token}#${token}`);
					expect(describeAddress(url)).toBe('a.example:8443/b.jpg');
				},
			),
		);
	});

	it('shortens a long address', () => {
		const path = `/${'b'.repeat(79)}`;
		expect(describeAddress(new URL(`https://a.example${path}`))).toBe(`a.example${path}`);
		expect(describeAddress(new URL(`https://a.example${path}c`))).toBe(`a.example${path}…`);
		expect(describeAddress(new URL(`https://a.example/${'b'.repeat(5_000)}`))).toHaveLength(90);
	});
});

it.each([
	['https://a.example/pictures/bread%20and%20butter.jpg?size=2', 'bread and butter.jpg'],
	['https://a.example/..%2F..%2Fetc%2Fpasswd%00', '....etcpasswd'],
	['https://a.example/%E0%A4%A', '%E0%A4%A'],
	['https://a.example/', 'a.example'],
	['https://a.example/%20bread.jpg%20', 'bread.jpg'],
	[`https://a.example/${'b'.repeat(200)}.jpg`, `${'b'.repeat(96)}.jpg`],
])('fileNameOf, for %s, returns %s', (text, name) => {
	expect(fileNameOf(new URL(text))).toBe(name);
});
