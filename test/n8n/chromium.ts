import { existsSync, mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium, selectors, type BrowserContext } from 'playwright-core';

import { TIMEOUT_MS } from './waitUntil';

const CHROMIUM_PATH = '/usr/bin/chromium';

/** Flags for a browser that sends no network requests of its own. */
const CHROMIUM_FLAGS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

/**
 * Starts Debian's Chromium with a new profile, whose folder the caller removes.
 *
 * @throws with installation instructions if Chromium is missing
 */
export async function launchChromium(): Promise<{
	context: BrowserContext;
	profileFolder: string;
}> {
	if (!existsSync(CHROMIUM_PATH)) {
		throw new Error(
			`The browser tests need Chromium at ${CHROMIUM_PATH}. On Debian or Ubuntu: sudo apt-get install chromium fonts-dejavu-core`,
		);
	}
	selectors.setTestIdAttribute('data-test-id');
	const profileFolder = mkdtempSync(path.join(os.tmpdir(), 'n8n-browser-'));
	const context = await chromium.launchPersistentContext(profileFolder, {
		executablePath: CHROMIUM_PATH,
		headless: true,
		timeout: TIMEOUT_MS,
		args: CHROMIUM_FLAGS,
		viewport: { width: 1440, height: 900 },
	});
	context.setDefaultTimeout(TIMEOUT_MS);
	return { context, profileFolder };
}
