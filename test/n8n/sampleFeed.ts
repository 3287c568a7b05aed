import sharp from 'sharp';

import { startLocalServer, type LocalServer } from './localServer';

export interface FeedItem {
	title: string;
	/** Default: now; null for an item without a date. */
	publishedAt?: Date | null;
	picture?: Buffer;
}

/** An RSS feed, with the pictures of its items. */
export interface SampleFeed extends LocalServer {
	/** The feed shows what is in this list. */
	items: FeedItem[];
	/** How many pictures have been downloaded. */
	readonly downloads: number;
}

/** Serves a feed at any path except those of its pictures, `/<index>.picture`. */
export async function startSampleFeed(items: FeedItem[]): Promise<SampleFeed> {
	let downloads = 0;
	const server = await startLocalServer((request, response) => {
		const index = /^\/(\d+)\.picture$/.exec(request.url ?? '')?.[1];
		if (index !== undefined) {
			downloads++;
			response.end(items[Number(index)]?.picture);
			return;
		}
		response.setHeader('content-type', 'application/rss+xml');
		response.end(toRss(items, `http://${request.headers.host}`));
	});
	return {
		...server,
		items,
		get downloads() {
			return downloads;
		},
	};
}

function toRss(items: FeedItem[], address: string): string {
	const now = new Date();
	const elements = items.map(({ title, publishedAt = now, picture }, index) =>
		[
			`<item><title>${title}</title><guid>${index}</guid>`,
			`<link>https://example.com/${index}</link>`,
			publishedAt && `<pubDate>${publishedAt.toUTCString()}</pubDate>`,
			picture && `<enclosure url="${address}/${index}.picture" type="image/png" length="1"/>`,
			'</item>',
		].join(''),
	);
	return `<rss version="2.0"><channel><title>Feed</title>${elements.join('')}</channel></rss>`;
}

/** A house on a transparent background; its roof shows which way is up. */
const HOUSE = Buffer.from(
	`<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400">
		<path d="M150 200 L300 60 L450 200 Z" fill="#b03a2e"/>
		<rect x="180" y="200" width="240" height="160" fill="#2e6db0"/>
	</svg>`,
);

/** The same picture as it comes from a graphics program, a website and a phone. */
export async function housePictures(): Promise<{ png: Buffer; webp: Buffer; phone: Buffer }> {
	const house = sharp(HOUSE);
	const photograph = house.clone().flatten({ background: '#e8f0d8' });
	return {
		png: await house.clone().png().toBuffer(),
		webp: await house.clone().webp().toBuffer(),
		// Stored like a photo of a phone held upright: rotated by 90 degrees, with an EXIF orientation.
		phone: await photograph.rotate(-90).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
	};
}

/** What a prepared picture of the house must be like: a JPEG without metadata, upright, on a light background. */
export async function expectPreparedHouse(bytes: Buffer): Promise<void> {
	const { format, width, height, exif } = await sharp(bytes).metadata();
	expect({ format, width, height, exif }).toEqual({ format: 'jpeg', width: 600, height: 400 });
	const data = await sharp(bytes).raw().toBuffer();
	const pixel = (x: number, y: number) => [
		...data.subarray((y * 600 + x) * 3, (y * 600 + x) * 3 + 3),
	];
	// The roof is at the top, the wall below it, and the corner shows the background.
	expect(pixel(300, 150)[0]).toBeGreaterThan(150);
	expect(pixel(300, 300)[2]).toBeGreaterThan(150);
	expect(Math.min(...pixel(5, 5))).toBeGreaterThan(200);
}
