import { rmSync } from 'node:fs';
import type { BrowserContext, Page } from 'playwright-core';

import { launchChromium } from './chromium';

/** Text is there before fonts and pictures, which need not be: nothing is fetched from other machines. */
const TEXT_IS_THERE = { waitUntil: 'domcontentloaded' } as const;

/** Shows mails and pages in a browser, to read in them what a person can read. */
export class HtmlReader {
	private constructor(
		private readonly page: Page,
		private readonly context: BrowserContext,
		private readonly profileFolder: string,
	) {}

	/** @throws with installation instructions if Chromium is missing */
	static async open(): Promise<HtmlReader> {
		const { context, profileFolder } = await launchChromium();
		await context.route(
			({ hostname }) => hostname !== '127.0.0.1',
			async (route) => await route.abort(),
		);
		return new HtmlReader(await context.newPage(), context, profileFolder);
	}

	/** The text that a mail shows. */
	async readMail(html: string): Promise<string> {
		await this.page.setContent(html, TEXT_IS_THERE);
		return await this.page.innerText('body');
	}

	/** The text that a page shows. */
	async readPage(address: string): Promise<string> {
		await this.page.goto(address, TEXT_IS_THERE);
		return await this.page.innerText('body');
	}

	async close(): Promise<void> {
		await this.context.close();
		rmSync(this.profileFolder, { recursive: true, force: true });
	}
}
