import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import sharp from 'sharp';

import { readExample } from '../examples';
import { outputOf } from '../rest';
import { startTestbed, type Testbed } from '../testbed';

/** The pictures that the service received are saved here for manual inspection. */
const PICTURE_FOLDER = path.join(__dirname, '..', '..', '..', '.cache', 'pictures');

/** A house on a transparent background; its roof shows which way is up. */
const HOUSE = Buffer.from(
	`<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400">
		<path d="M150 200 L300 60 L450 200 Z" fill="#b03a2e"/>
		<rect x="180" y="200" width="240" height="160" fill="#2e6db0"/>
	</svg>`,
);

/** The pictures of the feed's items, by file name. */
async function pictures(): Promise<Record<string, Buffer>> {
	const house = sharp(HOUSE);
	const photograph = house.clone().flatten({ background: '#e8f0d8' });
	return {
		'transparent.png': await house.clone().png().toBuffer(),
		'picture.webp': await house.clone().webp().toBuffer(),
		// Stored like a photo of a phone held upright: rotated by 90 degrees, with an EXIF orientation.
		'phone.jpg': await photograph.rotate(-90).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
	};
}

async function serveFeed(files: Record<string, Buffer>): Promise<Server> {
	const server = createServer((request, response) => {
		const name = request.url?.slice(1) ?? '';
		const file = files[name];
		if (file) {
			response.end(file);
			return;
		}
		const items = Object.keys(files).map(
			(picture, index) =>
				`<item><title>${picture}</title><guid>${index}</guid><link>https://example.com/${index}</link>
				<enclosure url="http://${request.headers.host}/${picture}" type="image/png" length="1"/></item>`,
		);
		response.setHeader('content-type', 'application/rss+xml');
		response.end(
			`<rss version="2.0"><channel><title>Pictures</title>${items.join('')}</channel></rss>`,
		);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return server;
}

describe('the examples in n8n 2', () => {
	let testbed: Testbed;
	let server: Server;

	beforeAll(async () => {
		server = await serveFeed(await pictures());
		testbed = await startTestbed();
	}, 300_000);

	afterAll(async () => {
		server?.close();
		await testbed?.close();
	});

	it('prepare and post the pictures of a feed, upright and on a white background', async () => {
		const { n8n, service, workspaceId } = testbed;
		const { port } = server.address() as AddressInfo;
		const workflowId = await n8n.importWorkflow(
			readExample('rss-to-post.json', {
				'Read Feed': { url: `http://127.0.0.1:${port}/feed.xml` },
				'Newest Two': { maxItems: 3 },
				Publish: { workspaceId, accountIds: [service.accountId('Bread on Photowall')] },
			}),
		);

		const executionId = await n8n.rest.runManually(workflowId, 'Every Hour');
		const execution = await n8n.rest.finishedExecution(String(executionId));

		expect(outputOf(execution, 'Needs Attention').map(({ json }) => json.error)).toEqual([]);
		expect(outputOf(execution, 'Went Out')).toHaveLength(3);
		mkdirSync(PICTURE_FOLDER, { recursive: true });
		for (const media of service.state.media.values()) {
			const bytes = service.mediaBytes(media.id) ?? Buffer.alloc(0);
			writeFileSync(
				path.join(PICTURE_FOLDER, `${media.name}.png`),
				await sharp(bytes).png().toBuffer(),
			);
			const { format, width, height, exif } = await sharp(bytes).metadata();
			expect({ name: media.name, format, width, height, exif }).toEqual({
				name: media.name,
				format: 'jpeg',
				width: 600,
				height: 400,
				exif: undefined,
			});
			const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
			const pixel = (x: number, y: number) => [
				...data.subarray((y * 600 + x) * 3, (y * 600 + x) * 3 + 3),
			];
			// The roof is at the top, the wall below it, and the corner shows the background.
			expect(pixel(300, 150)[0]).toBeGreaterThan(150);
			expect(pixel(300, 300)[2]).toBeGreaterThan(150);
			expect(Math.min(...pixel(5, 5))).toBeGreaterThan(200);
		}
	});

	it('make a table of one week of followers', async () => {
		const { n8n, workspaceId } = testbed;
		const workflowId = await n8n.importWorkflow(
			readExample('weekly-statistics.json', { 'Read Statistics': { workspaceId } }),
		);

		const executionId = await n8n.rest.runManually(workflowId, 'Every Monday');
		const execution = await n8n.rest.finishedExecution(String(executionId));

		const days = outputOf(execution, 'Read Statistics').map(({ json }) => json);
		expect(new Set(days.map(({ date }) => date)).size).toBe(7);
		expect(new Set(days.map(({ account_name }) => account_name)).size).toBeGreaterThan(1);
		expect(outputOf(execution, 'Make Table')[0]?.binary?.data?.mimeType).toBe('text/csv');
	});
});
