import type { IDataObject } from 'n8n-workflow';

import { cleanUp } from './support/exampleStep';

describe('hour by hour, a workflow posts', () => {
	/** An entry with a title and, after it, the elements that its key may come from. */
	const entry = (title: string, elements: IDataObject = {}) => ({ title, ...elements });
	/** The titles that are new in each hour. Each hour lists the newest entry first. */
	function postedIn(hours: IDataObject[][]): string[] {
		const posted = new Set<unknown>();
		return hours.map((entries) =>
			cleanUp(entries)
				.filter(({ key }) => !posted.has(key) && posted.add(key))
				.map(({ title }) => title)
				.join(' '),
		);
	}
	const shared = (title: string) => entry(title, { guid: 'same', link: `https://a.b/${title}` });
	const a = shared('A');
	const b = shared('B');
	const c = shared('C');
	const d = shared('D');
	const dated = (each: IDataObject, day: number) => ({ ...each, pubDate: `2030-01-0${day}` });

	it.each<[string, IDataObject[][], string[]]>([
		[
			'entries with one key once each, whichever leaves first',
			[[b, a], [b], [c, b], [c], [d, c]],
			['A B', '', 'C', '', 'D'],
		],
		[
			'an entry whose key a later one repeats',
			[[a], [b, a], [c, b, a], [c, a]],
			['A', 'B', 'C', ''],
		],
		[
			'the same if a feed lists the oldest first',
			[
				[dated(a, 1), dated(b, 2)],
				[dated(b, 2), dated(c, 3)],
			],
			['A B', 'C'],
		],
		['an entry that a feed lists twice once', [[a, a], [a]], ['A', '']],
		[
			'an entry with a GUID once, whatever else changes',
			[
				[entry('Old', { guid: '1', link: 'https://a.b/1' })],
				[entry('New', { guid: { _: ' 1 ', $: {} }, link: 'https://a.b/2' })],
			],
			['Old', ''],
		],
		[
			'entries with one link',
			[
				[entry('B', { link: 'https://a.b' }), entry('A', { link: 'https://a.b' })],
				[entry('B', { link: 'https://a.b' })],
			],
			['A B', ''],
		],
		[
			'entries without a key by what they say',
			[
				[entry('A', { description: '1' }), entry('A', { description: '2' })],
				[entry('A', { description: '2' })],
			],
			['A A', ''],
		],
	])('%s', (_what, hours, expected) => {
		expect(postedIn(hours)).toEqual(expected);
	});
});
