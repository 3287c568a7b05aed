import sharp from 'sharp';

import { startLocalServer, type LocalServer } from './localServer';

/** The picture of each post, by the first line of its text. */
type Expected = Record<string, string | undefined>;

/** A feed in which every item is odd in a way that occurs in real feeds. */
export interface OddFeed extends LocalServer {
	/** What the feed shows now. */
	show(feed: 'rss' | 'rssLater' | 'atom' | 'atomLater'): void;
	/** The paths of the files that have been downloaded, but for the feed. */
	readonly downloads: string[];
}

const LONG_LINK = `https://example.com/${'long-'.repeat(60)}`;
/** A word is never cut, so this item fails. */
export const ENDLESS = 'endless'.repeat(50);

/** @param publishedAt of all items that have a valid date */
export async function startOddFeed(publishedAt: Date): Promise<OddFeed> {
	const picture = await sharp({
		create: { width: 400, height: 300, channels: 3, background: '#2e6db0' },
	})
		.png()
		.toBuffer();
	const downloads: string[] = [];
	let shown: Parameters<OddFeed['show']>[0] = 'rss';
	const server = await startLocalServer(({ url = '', headers }, response) => {
		if (url !== '/') {
			downloads.push(url);
			response.setHeader('content-type', 'image/png').end(picture);
			return;
		}
		const feeds = {
			rss: rss(publishedAt, RSS_ITEMS, SHARED_GUID_OLD),
			rssLater: rss(publishedAt, RSS_ITEMS.replace('Fish &amp;', 'Corrected: Fish &amp;')),
			atom: atom(publishedAt, '1'),
			atomLater: atom(publishedAt, '2'),
		};
		response.setHeader('content-type', 'application/xml');
		response.end(feeds[shown].replaceAll('HOST', `http://${headers.host}`));
	});
	return {
		...server,
		downloads,
		show(feed) {
			shown = feed;
		},
	};
}

/** The oldest item of the feed comes last. */
const SHARED_GUID_OLD =
	'<item><guid>shared</guid><title>Shared GUID, old</title><link>https://example.com/s1</link>DATE</item>';

const RSS_ITEMS = `
<item/>
<item><guid>endless</guid><title>${ENDLESS}</title>DATE</item>
<item><guid>shared</guid><title>Shared GUID, new</title><link>https://example.com/s2</link>DATE</item>
<item><guid>podcast</guid><title>Podcast</title>DATE
	<enclosure url="HOST/audio.mp3" type="audio/mpeg" length="4000000"/><itunes:image href="HOST/itunes.png"/></item>
<item><guid>audio</guid><title>Only audio</title>DATE<enclosure url="HOST/audio.mp3" type="audio/mpeg" length="1"/></item>
<item><guid>content</guid><title>Picture in the content</title>DATE<description><![CDATA[
	<img src="HOST/counter.gif" width="1" height="1"><p>Text <img class="wide" src="HOST/content.png?a=1&amp;b=2"></p>]]></description></item>
<item><guid>sizes</guid><title>Several sizes</title>DATE
	<media:content url="HOST/140.png" width="140"/><media:content url="HOST/1200.png" width="1200"/>
	<media:content url="HOST/700.png" width="700"/></item>
<item><guid>group</guid><title>A group</title>DATE<media:group>
	<media:content url="HOST/video" type="video/mp4" width="1920"/><media:thumbnail url="HOST/group.png" width="480"/></media:group></item>
<item><guid>empty</guid><title>Empty media</title>DATE<media:content/>
	<enclosure url="HOST/enclosure.png" type="image/png" length="1"/></item>
<item><guid>title</guid><title>
	Fish &amp;amp;amp; Chips &amp;#8211; &amp;quot;Caf&amp;eacute;&amp;quot; &lt;em&gt;now&lt;/em&gt;
</title>DATE</item>
<item><guid>object</guid><title><b>Bold title</b></title>DATE</item>
<item><guid>untitled</guid><description>&lt;p&gt;Content without a title&lt;/p&gt;</description>DATE</item>
<item><title>Without a key</title><guid isPermaLink="false"/>DATE</item>
<item><title>One link, first</title><link>https://example.com/one</link>DATE</item>
<item><title>One link, second</title><link>https://example.com/one</link>DATE</item>
<item><guid>long</guid><title>A long link</title><link>${LONG_LINK}</link>DATE</item>
<item><guid>undated</guid><title>Invalid date</title><pubDate>yesterday, more or less</pubDate></item>`;

/** Every picture is uploaded as a JPEG. */
export const RSS_POSTS: Expected = {
	'Shared GUID, new': undefined,
	'Shared GUID, old': undefined,
	Podcast: 'itunes.jpg',
	'Only audio': undefined,
	'Picture in the content': 'content.jpg',
	'Several sizes': '1200.jpg',
	'A group': 'group.jpg',
	'Empty media': 'enclosure.jpg',
	'Fish & Chips – "Café" now': undefined,
	'Bold title': undefined,
	'Content without a title': undefined,
	'Without a key': undefined,
	'One link, first': undefined,
	'One link, second': undefined,
	'A long link…': undefined,
	'Invalid date': undefined,
};

function rss(publishedAt: Date, ...items: string[]): string {
	const date = `<pubDate>${publishedAt.toUTCString()}</pubDate>`;
	return `<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"
		xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>Odd</title>
		${items.join('').replaceAll('DATE', date)}</channel></rss>`;
}

export const ATOM_POSTS: Expected = {
	'Changed link': 'atom.jpg',
	'Same link': undefined,
	'Formatted title': 'xhtml.jpg',
	'Invalid date, no address': undefined,
};

function atom(publishedAt: Date, version: string): string {
	const updated = `<updated>${publishedAt.toISOString()}</updated>`;
	return `<feed xmlns="http://www.w3.org/2005/Atom"><title>Odd</title>
<entry><id>tag:example.com,2030:1</id><title>Changed link</title>${updated}
	<link rel="self" href="https://example.com/1.xml"/><link href="https://example.com/${version}"/>
	<link rel="enclosure" type="image/png" href="HOST/atom.png"/></entry>
<entry><id>tag:example.com,2030:2</id><title>Same link</title><link href="https://example.com/${version}"/>${updated}</entry>
<entry><id>tag:example.com,2030:3</id><title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">Formatted title</div></title>
	<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Text</p><img src="HOST/xhtml.png"/></div></content>${updated}</entry>
<entry><id>tag:example.com,2030:4</id><title>Invalid date, no address</title><link/><published>soon</published></entry>
</feed>`;
}
