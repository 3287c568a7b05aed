import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';

import { labelsInCode } from '../unit/support/labelsInCode';

const ROOT = path.join(__dirname, '..', '..');
const IMAGES_FOLDER = path.join(ROOT, 'docs', 'images');
/** For a look at them; only `npm run pictures` changes the documentation. */
const CACHE_FOLDER = path.join(ROOT, '.cache', 'pictures');

/** A page with all pictures must still load quickly. */
const LARGEST_PICTURE_BYTES = 150_000;

/**
 * Saves a screenshot as a picture of the documentation, with fewer colours, which makes it a quarter of the size.
 *
 * @param name path below `docs/images`, without `.png`
 * @param labels what the picture shows of the nodes or of an example, for the check that this is still in the code
 * @throws if the picture is still too large
 */
export async function savePicture(
	name: string,
	screenshot: Buffer,
	labels: string[],
): Promise<void> {
	const picture = await sharp(screenshot)
		.png({ palette: true, colours: 128, effort: 10 })
		.toBuffer();
	if (picture.length > LARGEST_PICTURE_BYTES) {
		throw new Error(`${name}.png has ${picture.length} bytes, over ${LARGEST_PICTURE_BYTES}`);
	}
	const isForDocumentation = process.env.TAKE_PICTURES === 'true';
	const file = path.join(isForDocumentation ? IMAGES_FOLDER : CACHE_FOLDER, `${name}.png`);
	mkdirSync(path.dirname(file), { recursive: true });
	writeFileSync(file, picture);
	if (isForDocumentation) recordLabels(name, labels);
}

/** Takes a picture of the whole page. */
export async function savePageAsPicture(name: string, page: Page): Promise<void> {
	const labels = (await visibleTexts(page)).filter((text) => labelsInCode.has(text));
	await savePicture(name, await page.screenshot(), labels);
}

/** The labels that a text quotes, as error messages do. */
export function quotedLabels(text: string): string[] {
	const quoted = [...text.matchAll(/'([A-Z][^']*)'/g)].map(([, label = '']) => label);
	return quoted.filter((label) => labelsInCode.has(label));
}

/** The texts on the page that nothing covers. */
async function visibleTexts(page: Page): Promise<string[]> {
	return await page.locator('body *').evaluateAll((elements) =>
		elements.flatMap((element) => {
			if (element.children.length > 0) return [];
			// The choice in a dropdown is the value of an input.
			const isInput = element instanceof HTMLInputElement;
			const text = (isInput ? element.value : (element.textContent ?? '')).trim();
			if (text === '') return [];
			const { left, right, top, bottom } = element.getBoundingClientRect();
			const front = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
			return front !== null && (front.contains(element) || element.contains(front)) ? [text] : [];
		}),
	);
}

function recordLabels(name: string, labels: string[]): void {
	const file = path.join(IMAGES_FOLDER, 'labels.json');
	const recorded = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[]>;
	recorded[name] = [...new Set(labels)].sort();
	const sorted = Object.entries(recorded).sort(([a], [b]) => (a < b ? -1 : 1));
	writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), null, '\t')}\n`);
}
