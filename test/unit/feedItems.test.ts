import type { IDataObject } from 'n8n-workflow';

import { readExample } from '../n8n/examples';
import { cleanUp, cleanUpFeed } from './support/exampleStep';

const titleOf = (title: IDataObject[string]) => cleanUp({ title })[0]?.title;
const pictureOf = (entry: IDataObject) => cleanUp(entry)[0]?.picture;
const media = (url: string, attributes: IDataObject = {}) => ({ $: { url, ...attributes } });

it('both examples read a feed in the same way', () => {
	const [first, second] = ['rss-to-post.json', 'feed-to-queue.json'].map((fileName) =>
		readExample(fileName)
			.nodes.filter(({ name }) => /^(Read Feed|Parse Feed|Clean Up Items)$/.test(name))
			.map(({ name, type, typeVersion, parameters }) => ({ name, type, typeVersion, parameters })),
	);
	expect(first).toHaveLength(3);
	expect(second).toEqual(first);
});

it.each<[string, IDataObject[string], string]>([
	['line breaks at its ends', '\n  New\n  bread \n', 'New bread'],
	[
		'entities',
		'Fish &amp; Chips &#8211; &quot;caf&eacute;&quot; &#x1F35E;',
		'Fish & Chips – "café" 🍞',
	],
	['entities that were escaped twice', 'AT&amp;amp;T &amp;#39;s', "AT&T 's"],
	['entities that do not exist', '&constructor; &#99999999; &', '&constructor; &#99999999; &'],
	['markup', '<em class="x">Very</em> new<br/>bread', 'Very new bread'],
	['escaped markup', '&lt;b&gt;Very&lt;/b&gt; new', 'Very new'],
	['text that looks like a tag', 'A List<String> if a < b', 'A List<String> if a < b'],
	['an attribute', { _: 'New', $: { type: 'html' } }, 'New'],
	[
		'elements instead of text',
		{ $: { type: 'xhtml' }, div: { b: 'Very', i: ['new'] } },
		'Very new',
	],
	['several values', ['First', 'second'], 'First'],
])('a title with %s becomes plain text', (_what, title, expected) => {
	expect(titleOf(title)).toBe(expected);
});

it('an entry without a title gets the beginning of its content', () => {
	const description = `<p>${'Fresh bread. '.repeat(40)}</p>`;
	const [item] = cleanUp({ title: { $: { type: 'text' } }, description });
	expect(item?.title).toMatch(/^(Fresh bread\. ?)+…$/);
	expect(String(item?.title).length).toBeLessThanOrEqual(201);
	const [chinese] = cleanUp({ 'content:encoded': '新'.repeat(300) });
	expect(chinese?.title).toBe(`${'新'.repeat(199)}…`);
});

it.each<[string, IDataObject, string | undefined]>([
	[
		'the largest',
		{
			'media:content': [
				media('https://a.b/1.jpg', { width: '140' }),
				media('https://a.b/2.jpg', { width: '900' }),
				media('https://a.b/3.jpg', { width: '600' }),
			],
		},
		'https://a.b/2.jpg',
	],
	[
		'the one that states its width',
		{
			'media:content': [
				media('https://a.b/2.jpg', { medium: 'image' }),
				media('https://a.b/1.jpg', { width: '800' }),
			],
		},
		'https://a.b/1.jpg',
	],
	[
		'of a group',
		{
			'media:group': {
				'media:content': media('https://a.b/v', { type: 'video/mp4' }),
				'media:thumbnail': media('https://a.b/t.jpg'),
			},
		},
		'https://a.b/t.jpg',
	],
	[
		'the enclosure, if a media element is empty',
		{ 'media:content': '', enclosure: media('https://a.b/e', { type: 'image/png' }) },
		'https://a.b/e',
	],
	[
		'in the content, rather than a thumbnail',
		{
			'media:thumbnail': media('https://a.b/t.jpg', { width: '80' }),
			description: '<p><img alt="" src="//a.b/c.jpg?x=1&amp;y=2"></p>',
		},
		'https://a.b/c.jpg?x=1&y=2',
	],
	[
		'in content made of elements',
		{ content: { div: { p: 'Text', img: { $: { src: 'https://a.b/c.jpg' } } } } },
		'https://a.b/c.jpg',
	],
	[
		'no counting pixel, avatar, emoji or relative address',
		{
			description:
				'<img src="https://a.b/p" width="1"><img src="https://a.b/emoji/1.png"><img src="https://a.b/avatar/1"><img src="/c.jpg">',
		},
		undefined,
	],
	[
		'the cover of an episode',
		{
			enclosure: media('https://a.b/e.mp3', { type: 'audio/mpeg' }),
			'itunes:image': { $: { href: 'https://a.b/cover.jpg' } },
		},
		'https://a.b/cover.jpg',
	],
	[
		'no audio or video',
		{
			enclosure: [media('https://a.b/e.mp3', { type: 'audio/mpeg' }), media('https://a.b/e')],
			'media:content': media('https://a.b/v', { medium: 'video' }),
		},
		undefined,
	],
	[
		'of a file without a type',
		{ enclosure: media('https://a.b/e.JPG?s=1') },
		'https://a.b/e.JPG?s=1',
	],
])('the picture of an entry: %s', (_which, entry, expected) => {
	expect(pictureOf(entry)).toBe(expected);
});

it('the link is the page of the entry, and the date is the first valid one', () => {
	const links = [
		{ $: { rel: 'self', href: 'https://a.b/feed' } },
		{ $: { href: 'https://a.b/1' } },
	];
	const entry = {
		id: 'tag:1',
		link: links,
		published: 'soon',
		updated: '2030-01-02T03:04:05+01:00',
	};
	expect(cleanUpFeed({ feed: { entry } })).toMatchObject([
		{ key: 'tag:1', link: 'https://a.b/1', isoDate: '2030-01-02T02:04:05.000Z' },
	]);
});

it('RSS 1.0 is read, an empty feed has no items, and anything else is an error', () => {
	const item = { title: 'Bread', link: ' https://a.b/1 ', 'dc:date': '2030-01-02' };
	expect(cleanUpFeed({ 'rdf:RDF': { channel: '', item } })).toMatchObject([
		{ key: 'https://a.b/1' },
	]);
	expect(cleanUpFeed({ rss: { channel: { title: 'Empty' } } })).toEqual([]);
	expect(cleanUpFeed({ rss: { channel: '' } })).toEqual([]);
	expect(() => cleanUpFeed({ html: { body: '' } })).toThrow(
		'Read Feed did not find an RSS or Atom feed',
	);
});
