import type { Size } from './formats/size';

interface SizeGoal {
	maxWidth: number;
	maxHeight: number;
}

/** The stored dimensions of the result: within the goal, in proportion, never enlarged. */
export function fit(stored: Size, turned: boolean, goal: SizeGoal): Size {
	const maxWidth = turned ? goal.maxHeight : goal.maxWidth;
	const maxHeight = turned ? goal.maxWidth : goal.maxHeight;
	const scale = Math.min(1, maxWidth / stored.width, maxHeight / stored.height);
	return {
		width: Math.max(1, Math.round(stored.width * scale)),
		height: Math.max(1, Math.round(stored.height * scale)),
	};
}

/**
 * The size hint with which the JPEG decoder decodes straight to n/8 of the dimensions, which saves most of the time
 * and memory on large photos. ImageMagick rounds n down, so the hint is one pixel larger than the dimensions at n/8.
 */
export function decodeSize(header: Size, goal: SizeGoal): string {
	// The orientation is not known yet, so the size must suffice for both.
	const width = Math.max(...[false, true].map((turned) => fit(header, turned, goal).width));
	const eighths = Math.min(8, Math.ceil((8 * width) / header.width));
	const scaled = (length: number) => Math.ceil((length * eighths) / 8) + 1;
	return `${scaled(header.width)}x${scaled(header.height)}`;
}
