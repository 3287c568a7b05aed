/** What a platform accepts. Lengths are in characters (code points). */
export interface PlatformLimits {
	textLength: number;
	/** Applies with the platform's own subscription. */
	subscribedTextLength?: number;
	media: number;
	video: boolean;
	mediaRequired: boolean;
	thread: boolean;
}

export const SHORTPOST = 'shortpost';

/** A thread's first post is the destination's text; these are its replies. */
export const MAX_THREAD_REPLIES = 5;

export const platforms: Record<string, PlatformLimits> = {
	[SHORTPOST]: {
		textLength: 280,
		subscribedTextLength: 25_000,
		media: 4,
		video: true,
		mediaRequired: false,
		thread: true,
	},
	photowall: { textLength: 2_200, media: 10, video: true, mediaRequired: true, thread: false },
	pagebook: { textLength: 63_206, media: 10, video: true, mediaRequired: false, thread: false },
	worklink: { textLength: 3_000, media: 9, video: false, mediaRequired: false, thread: false },
};

/** The limits of a platform; throws if the seed uses an unknown name. */
export function limitsOf(platform: string): PlatformLimits {
	const limits = platforms[platform];
	if (!limits) throw new Error(`Unknown platform: ${platform}`);
	return limits;
}
