import type { IDataObject } from 'n8n-workflow';

import { statementsIn, type Statement } from './record';

/** The limits of pictures that the capabilities of a workspace state. */
interface StatedImageLimits {
	maxWidth?: number | undefined;
	maxHeight?: number | undefined;
	quality?: number | undefined;
	maxSizeBytes?: number | undefined;
}

/**
 * Finds the image defaults in the capabilities of a workspace. The service's documentation does not name their
 * fields, so they are recognized by the words in their names, in any spelling and nesting:
 * `image_defaults.max_width`, `media.image.longEdge`, `imageQuality`, …
 */
export function readStatedImageLimits(capabilities: IDataObject): StatedImageLimits {
	const settings = [...statementsIn(capabilities)]
		.filter(({ words, value }) => isAboutImages(words) && typeof value !== 'boolean')
		.map((statement) => ({ ...statement, value: Number(statement.value) }))
		.filter(({ value }) => Number.isFinite(value) && value > 0);
	// Settings that are called defaults take precedence over others that concern pictures.
	settings.sort(
		(a, b) => Number(hasWord(b.words, 'default')) - Number(hasWord(a.words, 'default')),
	);
	const find = (measure: Measure) =>
		settings.map((setting) => readMeasure(measure, setting)).find((value) => value !== undefined);

	const edge = find('edge');
	return {
		maxWidth: find('width') ?? edge,
		maxHeight: find('height') ?? edge,
		quality: find('quality'),
		maxSizeBytes: find('size'),
	};
}

type Measure = 'width' | 'height' | 'edge' | 'quality' | 'size';

type Setting = Statement & { value: number };

/** A "size" below this is in pixels: no service limits pictures to so few bytes. */
const MIN_SIZE_LIMIT_BYTES = 20_000;

// reading(limits of pictures): the words in the path to a number
const measureWords: ReadonlyArray<readonly [Measure, RegExp]> = [
	['quality', /^quality$/],
	['width', /^width$/],
	['height', /^height$/],
	['size', /^(size|filesize|bytes?|kb|mb|kilobytes|megabytes)$/],
	['edge', /^(dimensions?|edge|side|px|pixels?|resolution)$/],
];

function isAboutImages(words: string[]): boolean {
	return (
		hasWord(words, 'image|picture|photo|jpe?g') &&
		!hasWord(words, 'video|platform|account|thumbnail|avatar|min|minimum|ratio|count|megapixel')
	);
}

function hasWord(words: string[], singular: string): boolean {
	const pattern = new RegExp(`^(${singular})s?$`);
	return words.some((word) => pattern.test(word));
}

/** The value of a setting as `wanted`; undefined if it is a different measure or out of range. */
function readMeasure(wanted: Measure, { words, name, value }: Setting): number | undefined {
	// In `max_dimension: { value: 2048 }`, only the outer name identifies it.
	const measure = measureOf(name) ?? measureOf(words);
	if (measure === 'quality') {
		if (wanted !== 'quality' || value > 100) return undefined;
		return Math.max(1, Math.round(value <= 1 ? value * 100 : value));
	}
	if (measure === 'size') {
		const bytes = Math.floor(value * unitBytes(name));
		const isInPixels = bytes < MIN_SIZE_LIMIT_BYTES;
		if (isInPixels) return wanted === 'edge' ? bytes : undefined;
		return wanted === 'size' ? bytes : undefined;
	}
	return measure === wanted && value >= 1 ? Math.floor(value) : undefined;
}

function measureOf(words: string[]): Measure | undefined {
	return measureWords.find(([, pattern]) => words.some((word) => pattern.test(word)))?.[0];
}

function unitBytes(name: string[]): number {
	if (hasWord(name, 'mb|megabyte')) return 1_000_000;
	return hasWord(name, 'kb|kilobyte') ? 1000 : 1;
}
