/** The service accepts only videos smaller than this. */
export const VIDEO_SIZE_LIMIT_BYTES = 10_000_000;

/** Larger pictures are refused. */
export const MAX_PICTURE_BYTES = 100_000_000;
