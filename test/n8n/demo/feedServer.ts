import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { readSampleFile, sampleFiles } from '../sampleFiles';

/** The original URLs of the feed's pictures; the feed's package does not contain them. */
const PICTURE_URLS = /http:\/\/ww2\.kqed\.org\/arts\/wp-content\/uploads\//g;
const PICTURE_PATH = '/pictures/';
const PUBLICATION_DATES = /<pubDate>[^<]*<\/pubDate>/g;
/** With this, two items are less than two days old. */
const ITEM_INTERVAL_MS = 30 * 60 * 60 * 1_000;

export interface FeedServer {
	url: string;
	/** The pictures in the order in which they were requested. */
	served: Buffer[];
	close(): void;
}

/**
 * Serves the sample feed unchanged except for its dates, which are recent, and the URLs of its pictures, which point to
 * this server. It returns a photograph for the item that is posted first and a camera photograph for all others.
 */
export async function startFeedServer(): Promise<FeedServer> {
	const feed = (await readSampleFile(sampleFiles.feed)).toString('utf8');
	const photograph = await readSampleFile(sampleFiles.photograph);
	const cameraPhotograph = await readSampleFile(sampleFiles.cameraPhotograph);
	// The older of the two recent items is posted first.
	const [, , older = ''] = feed.split('<item>');
	const firstPicture = /<media:content url="[^"]*\/uploads\/([^"]+)"/.exec(older)?.[1];
	const served: Buffer[] = [];

	const server = createServer((request, response) => {
		if (request.url?.startsWith(PICTURE_PATH)) {
			const isFirst = request.url === `${PICTURE_PATH}${firstPicture}`;
			const picture = isFirst ? photograph : cameraPhotograph;
			served.push(picture);
			response.setHeader('content-type', 'image/jpeg').end(picture);
		} else {
			const body = withRecentDates(feed).replace(
				PICTURE_URLS,
				`http://${request.headers.host}${PICTURE_PATH}`,
			);
			response.setHeader('content-type', 'application/rss+xml; charset=utf-8').end(body);
		}
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}/feed.xml`,
		served,
		close() {
			server.close();
			server.closeAllConnections();
		},
	};
}

function withRecentDates(feed: string): string {
	let publishedAtMs = Date.now() + ITEM_INTERVAL_MS;
	return feed.replace(PUBLICATION_DATES, () => {
		publishedAtMs -= ITEM_INTERVAL_MS;
		return `<pubDate>${new Date(publishedAtMs).toUTCString()}</pubDate>`;
	});
}
